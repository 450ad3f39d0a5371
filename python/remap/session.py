"""A run that your code drives: it asks, and you answer whenever you like."""

from __future__ import annotations

import os
from typing import Any, Dict, Iterable, Iterator, List, NamedTuple, Optional, Tuple, Union

from . import _core
from ._letters import LetterLike, Letters, Output, Word
from .learning import Learned, Setting, _asked, _method, _outputs, _run, _told
from .machines import MooreMachine, PathLike
from .teachers import Answer, Verdict


class Comparison(NamedTuple):
    """Which of two words is preferred?"""

    a: Word
    b: Word


class Equivalence(NamedTuple):
    """Is this machine right?"""

    machine: MooreMachine


Question = Union[Comparison, Equivalence]


class Session:
    """A run whose answers are kept in a file, or, with None, not kept at all.

        session = remap.Session("run.jsonl", letters=["a", "b"], outputs=[0, 1])
        for question in session:
            session.answer(ask_someone(question.a, question.b))
        print(session.result.machine)

    An existing file is resumed; the other arguments must then agree with it, except for limits such as
    `max_comparisons`, which may be higher. With `judge=True` the run also asks
    equivalence questions: such a question is an `Equivalence`, and its answer None (right), a word that the machine gets
    wrong, or a Counterexample. Every answer is in the file when `answer` returns. Other arguments are those of `learn`.
    """

    def __init__(
        self,
        path: Optional[PathLike] = None,
        *,
        letters: Optional[Iterable[LetterLike]] = None,
        propositions: Optional[Iterable[str]] = None,
        outputs: Optional[Iterable[Output]] = None,
        events: Union[str, Iterable[Iterable[str]]] = "any",
        judge: bool = False,
        **settings: Setting,
    ) -> None:
        asked = _asked(settings)
        wanted = None if letters is None and propositions is None else Letters.make(letters, propositions, events)
        values = _outputs(outputs)
        if path is not None and os.path.exists(path):
            self._run = _core.Run.open(os.fspath(path))
            self._letters = Letters(self._run.alphabet)
            limits = {each.name for each in _core.settings() if each.limit}
            self._check(wanted, values, {name: value for name, value in asked.items() if name not in limits})
            self._run.set_limits({name: value for name, value in asked.items() if name in limits})
        else:
            self._letters = wanted or Letters.make(letters, propositions, events)
            if not judge:
                asked.setdefault("equivalence", "order-sampling")
            method = _method(asked, self._letters, values, "teacher" if judge else "comparisons", "pairs")
            self._run = _run(path, self._letters, values, method, [("python", "Session")])
        self._pull = _core.Pull(self._run, self._letters.shown)

    def _check(self, letters: Optional[Letters], outputs: Optional[_core.Outputs], asked: Dict[str, str]) -> None:
        """Checks that the arguments agree with the file."""
        if letters is not None and letters.spec() != self._letters.spec():
            raise _core.InputError("the session in the file has other letters")
        kept = self._run.outputs
        if outputs is not None and (kept is None or outputs.names != kept.names):
            raise _core.InputError("the session in the file has other outputs")
        settings = self.settings
        for name, value in asked.items():
            if settings.get(name, value) != value:
                raise _core.InputError(
                    f"the session in the file has {name.replace('-', '_')} {settings[name]}, not {value}"
                )

    @property
    def settings(self) -> Dict[str, str]:
        """The method."""
        return dict(self._run.settings)

    @property
    def question(self) -> Optional[Question]:
        """The current question; None when the run is finished. Raises Contradiction or Unsettled if
        no machine fits the answers: `change` or `retract` one of them then."""
        if not self._pull.next():
            return None
        asked: Any = self._pull.question()
        if isinstance(asked, tuple):
            return Comparison(*asked)
        return Equivalence(MooreMachine._of(asked, self._letters))

    def __iter__(self) -> Iterator[Question]:
        while True:
            question = self.question
            if question is None:
                return
            yield question

    def answer(self, answer: Union[Answer, Verdict]) -> None:
        """Answers the current question: a comparison with 1, -1, 0 or None, a machine with None or a counterexample."""
        question = self.question
        if isinstance(question, Equivalence):
            self._pull.judge(_told(answer, self._letters, self._run.outputs))  # type: ignore[arg-type]
        elif question is None:
            raise _core.Misuse("Session.answer: the run is finished, there is no question to answer")
        else:
            self._pull.answer(answer)

    @property
    def finished(self) -> bool:
        return self.question is None

    @property
    def result(self) -> Learned:
        """What was learned. Raises Misuse while questions remain."""
        found = None if not self.finished else self._pull.result()
        if found is None:
            raise _core.Misuse("Session.result: the run is not finished")
        return Learned._of(found, self._letters, self.settings)

    @property
    def answers(self) -> List[str]:
        """The answers so far, as sentences, numbered from 1."""
        return [self._run.answer_text(i) for i in range(1, self._run.answers + 1)]

    def change(self, number: int, answer: Answer) -> None:
        """Gives a comparison another answer."""
        self._correct(lambda: self._run.change(number, answer))

    def retract(self, number: int) -> None:
        """Retracts an answer: its question is asked again if it is needed."""
        self._correct(lambda: self._run.retract(number))

    def _correct(self, correct: Any) -> None:
        self._pull.close()
        self._pull = _core.Pull(self._run, self._letters.shown)
        correct()

    def close(self) -> None:
        """Closes the file. Nothing is lost; another Session can resume it."""
        self._pull.close()
        self._run.close()

    def __enter__(self) -> Session:
        return self

    def __exit__(self, *_: Tuple[Any, ...]) -> None:
        self.close()
