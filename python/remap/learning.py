"""Learning: from a teacher to a machine."""

from __future__ import annotations

import contextlib
import importlib
import os
import re
import sys
import time
import warnings
from dataclasses import dataclass, field
from typing import Any, Callable, Dict, Iterable, Iterator, List, Optional, Tuple, Union

from . import _core
from ._letters import LetterLike, Letters, Output, Word, WordLike, output_name
from .machines import MealyMachine, MooreMachine, PathLike, RewardMachine
from .teachers import AnyTeacher, Counterexample, MachineTeacher, Verdict, _callbacks, _value_callbacks, positioned

Setting = Union[str, int, float]
#: Called after each batch with the number of comparisons and of equivalence questions so far.
Progress = Callable[[int, int], None]


@dataclass(frozen=True)
class Counts:
    """What a run asked."""

    comparisons: int = 0
    unsure: int = 0  #: how many of them were answered "unsure"
    values: int = 0  #: values asked, with `answers="values"`; with those of all prefixes it counts once
    value_letters: int = 0  #: letters of the words whose values were asked
    equivalence_questions: int = 0
    words: int = 0  #: different words asked about
    counterexample_lengths: Tuple[int, ...] = ()
    asked: int = 0  #: of the teacher; other answers were in the log, or followed from those before
    confirmations: int = 0
    rechecks: int = 0
    agreeing_rechecks: int = 0
    seconds: float = 0.0


@dataclass(frozen=True)
class DoubtfulAnswer:
    """An answer that is more likely wrong than right."""

    number: int  #: of the answer, from 1
    left: Word
    right: Word
    answer: Optional[int]  #: 1: the left word is preferred, -1: the right one, 0: equal, None: unsure
    likely: Optional[int]  #: what it should have been
    chance: float  #: that it is wrong


@dataclass(frozen=True)
class Doubt:
    """How sure the result is, where the teacher may err."""

    confidence: float  #: the probability that the machine is exactly right
    confidence_in_word: float  #: the probability that it is right about a word drawn at random
    ten_more: float  #: the confidence after ten more comparisons that bear it out
    errors: Dict[str, float]  #: estimated error rates of the teacher, by kind
    doubtful: Tuple[DoubtfulAnswer, ...]  #: the most likely wrong first
    merged: Tuple[Tuple[str, ...], ...]  #: values that comparisons could not tell apart
    gave_up: bool  #: whether the limit on questions was reached, or the teacher insisted on a counterexample


@dataclass(frozen=True)
class Learned:
    """What was learned, and what it cost."""

    machine: Union[MooreMachine, MealyMachine]  #: a Mealy machine with `machine="mealy"`
    counts: Counts
    settings: Dict[str, str] = field(default_factory=dict)
    doubt: Optional[Doubt] = None  #: where the teacher may err
    #: "comparisons", "seconds" or "states" if `max_comparisons`, `max_seconds` or `max_states` ended the run: this is
    #: then the best machine so far, and nobody has accepted it
    limit: Optional[str] = None

    @classmethod
    def _of(
        cls, found: Tuple[Any, Dict[str, Any], Any, Optional[str]], letters: Letters, method: Dict[str, str]
    ) -> Learned:
        core, counts, doubt, limit = found
        machine: Union[MooreMachine, MealyMachine]
        if isinstance(core, _core.MealyMachine):
            machine = MealyMachine._of(core, letters)
        else:
            machine = MooreMachine._of(core, letters)
        counts["counterexample_lengths"] = tuple(counts["counterexample_lengths"])
        if doubt is not None:
            doubt["merged"] = tuple(tuple(group) for group in doubt["merged"])
            doubt["doubtful"] = tuple(
                DoubtfulAnswer(number, letters.word(left), letters.word(right), answer, likely, chance)
                for number, left, right, answer, likely, chance in doubt["doubtful"]
            )
        if doubt is not None and doubt["gave_up"] and limit is None:
            said = f"the run gave up: its machine is the likeliest one, right with probability {doubt['confidence']:.2g}"
            warnings.warn(said, RuntimeWarning, stacklevel=4)
        return cls(machine, Counts(**counts), method, None if doubt is None else Doubt(**doubt), limit)

    @property
    def reward_machine(self) -> RewardMachine:
        """The machine as a reward machine. Raises InputError if there is none."""
        return self.machine.to_reward_machine()

    def _repr_html_(self) -> str:
        sure = "" if self.doubt is None else f", right with probability {self.doubt.confidence:.3f}"
        if self.limit is not None:
            sure += f", ended by its limit on {self.limit}"
        return f"{self.machine._repr_html_()}<p>{self.counts.comparisons} comparisons, " + (
            f"{self.counts.equivalence_questions} equivalence questions{sure}</p>"
        )


def settings() -> List[_core.Setting]:
    """The settings of a method: name, kind, help and choices. They are the options of the command."""
    return _core.settings()


@contextlib.contextmanager
def _in_python() -> Iterator[None]:
    """Messages as Python says them: equivalence_cost for --equivalence-cost, and calls for commands."""
    try:
        yield
    except _core.InputError as error:
        said = re.sub(r"--([a-z]+(?:-[a-z]+)*)", lambda match: match.group(1).replace("-", "_"), str(error))
        said = re.sub(r"'remap resume ([^']+)'", lambda match: f"remap.resume({match.group(1)!r}, teacher)", said)
        if said == str(error):
            raise
        raise type(error)(said) from None


def _asked(settings: Dict[str, Setting]) -> Dict[str, str]:
    known = {each.name: each for each in _core.settings()}
    asked = {}
    for name, value in settings.items():
        option = name.replace("_", "-")
        if option not in known:
            listed = ", ".join(sorted(each.replace("-", "_") for each in known))
            raise TypeError(f"there is no setting '{name}'; the settings are {listed}")
        if value is None:
            continue
        if isinstance(value, bool):
            choices = [f"'{choice}'" for choice, _ in known[option].choices]
            expected = f"expected {' or '.join(choices)}" if choices else "expected a number or a name"
            raise TypeError(f"{name} cannot be {value!r}, {expected}")
        text = output_name(value)
        asked[option] = text.replace("_", "-") if isinstance(value, str) and option != "absorbing" else text
    return asked


def _method(
    asked: Dict[str, str], letters: Letters, outputs: Optional[_core.Outputs], checks: str, calls: str
) -> List[Tuple[str, str]]:
    with _in_python():
        return _core.method(asked, letters.core, outputs, checks, calls)


def _run(
    path: Optional[PathLike],
    letters: Letters,
    outputs: Optional[_core.Outputs],
    method: List[Tuple[str, str]],
    teacher: List[Tuple[str, str]],
) -> _core.Run:
    """A new run, with a log or without."""
    if path is None:
        return _core.Run.without_log(letters.core, outputs, method, teacher)
    with _in_python():
        return _core.Run.create(os.fspath(path), letters.core, outputs, method, teacher)


def _outputs(outputs: Optional[Iterable[Output]]) -> Optional[_core.Outputs]:
    return None if outputs is None else _core.Outputs([output_name(each) for each in outputs])


def _told(verdict: Verdict, letters: Letters, outputs: Optional[_core.Outputs]) -> Optional[_core.Told]:
    """What a teacher said about a machine, in numbers."""
    if verdict is None or verdict is True:
        return None
    if verdict is False:
        raise TypeError("a teacher rejects a machine with a word that it gets wrong, not with False")
    if not isinstance(verdict, Counterexample):
        verdict = Counterexample(verdict)
    kinds = {"value": [] if verdict.output is None else [verdict.output], "not": verdict.is_not, "among": verdict.among}
    said = [(kind, values) for kind, values in kinds.items() if values]
    if len(said) > 1:
        raise ValueError("a counterexample has at most one of output, is_not and among")
    kind, values = said[0] if said else ("none", [])
    numbers = []
    for value in values:
        number = -1 if outputs is None else outputs.find(output_name(value))
        if number < 0:
            raise _core.InputError(f"the output {value!r} of a counterexample is not among the outputs")
        numbers.append(number)
    return letters.indices(verdict.word), kind, numbers


class _Values:
    """Gives the positions of a word's output, or of those of all its prefixes, as a teacher's function says them."""

    def __init__(self, value: Callable[[Word], Any], outputs: Optional[_core.Outputs], prefixes: bool) -> None:
        self._value, self._outputs, self._prefixes = value, outputs, prefixes

    def __call__(self, word: Word) -> List[int]:
        said = self._value(word)
        if not self._prefixes:
            return [self._position(said)]
        if not isinstance(said, (list, tuple)) or len(said) != len(word) + 1:
            raise ValueError(f"the outputs of all prefixes of {word!r} are {len(word) + 1}, in a list, not {said!r}")
        return [self._position(each) for each in said]

    def _position(self, output: Output) -> int:
        position = -1 if self._outputs is None or output is None else self._outputs.find(output_name(output))
        if position < 0:
            raise _core.InputError(f"the value {output!r} is not among the outputs")
        return position


class _Words:
    """Checks a machine on given words: each is compared with a word for which the machine gives the same
    output."""

    chunk = 8  # compared in one batch; the first that differs ends the check

    def __init__(
        self, words: Iterable[WordLike], letters: Letters, compare: Callable[..., Any], batch: bool, method: Dict[str, str]
    ) -> None:
        self._words = iter(words)
        self._letters = letters
        self._compare, self._batch = compare, batch
        self._method = method
        self._checks = 0
        self.comparisons = 0

    def _draw(self, count: int) -> Iterator[List[int]]:
        for _ in range(count):
            try:
                word = next(self._words)
            except StopIteration:
                return
            yield self._letters.indices(word)

    def _answers(self, pairs: List[Tuple[Word, Word]]) -> List[Optional[int]]:
        self.comparisons += len(pairs)
        if self._batch:
            return [answer for _, answer in sorted(positioned(self._compare(pairs)), key=lambda each: each[0])]
        return [self._compare(a, b) for a, b in pairs]

    def __call__(self, machine: _core.MooreMachine, representatives: List[Word]) -> Optional[_core.Told]:
        self._checks += 1
        left = _core.sample_size(self._method, self._checks)
        next_state, initial = machine.transitions().tolist(), machine.initial
        while left > 0:
            drawn = list(self._draw(min(left, self.chunk)))
            if not drawn:
                return None
            left -= len(drawn)
            pairs = []
            for indices in drawn:
                state = initial
                for letter in indices:
                    state = next_state[state][letter]
                pairs.append((self._letters.word(indices), representatives[state]))
            for indices, (a, b), answer in zip(drawn, pairs, self._answers([p for p in pairs])):
                if answer not in (0, None) and a != b:
                    return indices, "none", []
        return None


class _Bar:
    """A progress bar by tqdm."""

    def __init__(self, make: Any) -> None:
        self._bar = make(unit=" comparisons", mininterval=0.2)
        self._seen = 0

    def __call__(self, comparisons: int, equivalence_questions: int) -> None:
        self._bar.update(comparisons - self._seen)
        self._seen = comparisons
        if equivalence_questions:
            self._bar.set_postfix(machines=equivalence_questions, refresh=False)

    def close(self) -> None:
        self._bar.close()


def _progress(progress: Union[None, bool, Progress]) -> Tuple[Optional[Progress], Callable[[], None]]:
    """What to call after each batch, and at the end."""
    if callable(progress):
        return progress, lambda: None
    wanted = progress is True or progress is None and (
        sys.stderr is not None and sys.stderr.isatty() or "ipykernel" in sys.modules
    )
    if wanted:
        try:
            bar = _Bar(importlib.import_module("tqdm.auto").tqdm)
        except ImportError:
            if progress is None:
                return None, lambda: None
            raise ImportError("progress=True needs tqdm: pip install 'remap[progress]'") from None
        return bar, bar.close
    return None, lambda: None


class _Counter:
    """Counts questions and updates a progress bar a few times a second."""

    def __init__(self, tell: Progress) -> None:
        self._tell = tell
        self._comparisons = self._equivalence_questions = 0
        self._next = 0.0

    def __call__(self, comparisons: int, equivalence_questions: int) -> None:
        self._comparisons += comparisons
        self._equivalence_questions += equivalence_questions
        now = time.monotonic()
        if now >= self._next:
            self._next = now + 0.1
            self.flush()

    def flush(self) -> None:
        self._tell(self._comparisons, self._equivalence_questions)


def _finish(
    run: _core.Run,
    letters: Letters,
    teacher: AnyTeacher,
    words: Optional[Iterable[WordLike]],
    progress: Union[None, bool, Progress],
) -> Learned:
    method = dict(run.settings)
    outputs = run.outputs
    about_words: Callable[..., Any]
    if method.get("answers", "comparisons") == "comparisons":
        about_words, batch, judge = _callbacks(teacher)
        calls = "batch" if batch else "pairs"
    else:
        if words is not None:
            raise _core.InputError("words are compared, so they cannot be combined with answers='values'")
        value, judge = _value_callbacks(teacher)
        calls = "prefixes" if method["answers"] == "values" else "values"
        about_words = _Values(value, outputs, calls == "prefixes")
    sampler: Optional[_Words] = None
    equivalence: Optional[Callable[..., Any]] = None
    if words is not None:
        sampler = equivalence = _Words(words, letters, about_words, batch, method)
    elif judge is not None:
        checked: Callable[[MooreMachine], Verdict] = judge

        def equivalence(machine: _core.MooreMachine, _: List[Word]) -> Optional[_core.Told]:
            return _told(checked(MooreMachine._of(machine, letters)), letters, outputs)

    tell, close = _progress(progress)
    counter = None if tell is None else _Counter(tell)
    try:
        found = run.finish(letters.shown, about_words, calls, equivalence, counter)
        if counter is not None:
            counter.flush()
    finally:
        close()
        run.close()
    if sampler is not None:
        found[1]["comparisons"] += sampler.comparisons
    return Learned._of(found, letters, method)


def learn(
    *,
    teacher: AnyTeacher,
    letters: Optional[Iterable[LetterLike]] = None,
    propositions: Optional[Iterable[str]] = None,
    outputs: Optional[Iterable[Output]] = None,
    events: Union[str, Iterable[Iterable[str]]] = "any",
    words: Optional[Iterable[WordLike]] = None,
    session: Optional[PathLike] = None,
    progress: Union[None, bool, Progress] = None,
    **settings: Setting,
) -> Learned:
    """Learns the machine behind a teacher.

    teacher       a function of two words that gives 1 (the first is preferred), -1, 0 (equal) or None (unsure); or
                  `remap.batch(f)`, `remap.from_value(g)`, a generator, an object with `compare(pairs)` and, if it can
                  check machines, `equivalence(machine)`; or a MooreMachine, which answers for itself. With
                  answers="values", a function of a word that gives its output, or the list of the outputs of all its
                  prefixes, from the empty word on; or an object with `value(word)` and, if it can, `equivalence`
    letters       the names of the letters, or
    propositions  names whose sets are the letters: all sets, or those given by `events`, such as "one" (at a time)
    outputs       the values, lowest first; without them, only the order is learned
    words         words to check machines on, such as traces of an environment, instead of random ones; each check takes
                  the next words, as many as `samples`, or `epsilon` and `delta`, require
    session       a file that stores every answer, for `remap.resume`
    progress      False for no progress bar; or a function of the number of comparisons and of equivalence questions
    settings      the method, by the names of the command's options: learner, effort, seed, …; see `remap.settings()`.
                  With teacher_errs="on", the default for a teacher whose attribute `errs` is true, answers may be wrong,
                  and the result says in `doubt` how sure it is. A run that meets max_comparisons, max_seconds or
                  max_states ends with the best machine so far, and the result says in `limit` which it was

    If the teacher cannot check machines, they are tested on random words by comparisons, without equivalence questions.
    Raises Contradiction or Unsettled if no machine fits the answers, and passes on what the teacher raises, unchanged.
    """
    alphabet = Letters.make(letters, propositions, events)
    values = _outputs(outputs)
    asked = _asked(settings)
    calls = "pairs"
    if asked.get("answers", "comparisons") == "comparisons":
        judge = _callbacks(teacher)[2]
    else:
        value, judge = _value_callbacks(teacher)
        calls = "prefixes" if isinstance(value(()), (list, tuple)) else "values"
        if words is not None:
            raise _core.InputError("words are compared, so they cannot be combined with answers='values'")
    checks = "words" if words is not None else "comparisons" if judge is None else "teacher"
    if words is not None and asked.get("equivalence", "order-sampling") != "order-sampling":
        raise _core.InputError("words replace equivalence questions, so equivalence has no effect")
    if checks != "teacher":
        asked.setdefault("equivalence", "order-sampling")
    if getattr(teacher, "errs", False) and not asked.keys() & {"confirm", "recheck", "absorbing"}:
        asked.setdefault("teacher-errs", "on")  # as the command does: those exclude it
    if isinstance(teacher, (MooreMachine, MachineTeacher)):
        asked.setdefault("machine", "moore")
    method = _method(asked, alphabet, values, checks, calls)
    who = _teacher_settings(teacher)
    run = _run(session, alphabet, values, method, who)
    return _finish(run, alphabet, teacher, words, progress)


def resume(
    session: PathLike,
    teacher: AnyTeacher,
    *,
    words: Optional[Iterable[WordLike]] = None,
    progress: Union[None, bool, Progress] = None,
    **limits: Setting,
) -> Learned:
    """Resumes a run that was stopped: asks only what its log does not answer. A run that met a limit goes on with a higher
    one: max_comparisons, max_seconds, max_states; 0 is none."""
    run = _core.Run.open(os.fspath(session))
    run.set_limits(_asked(limits))
    return _finish(run, Letters(run.alphabet), teacher, words, progress)


def _teacher_settings(teacher: AnyTeacher) -> List[Tuple[str, str]]:
    """What the log says about the teacher: its name and its `settings`, if any."""
    name = getattr(teacher, "__qualname__", None) or type(teacher).__qualname__
    described: Any = getattr(teacher, "settings", {})
    return [("python", str(name)), *((str(key), str(value)) for key, value in dict(described).items())]


__all__ = ["Counts", "Doubt", "DoubtfulAnswer", "Learned", "learn", "resume", "settings"]
