"""Teachers: functions, values, objects.

A comparison is answered with 1 when the first word is preferred (it has the higher value), -1 when the second one is, 0
when they are equal, and None when the teacher is unsure, which carries no information.
"""

from __future__ import annotations

import inspect
from typing import Any, Callable, Dict, Generator, Hashable, Iterable, Iterator, List, NamedTuple, Optional, Sequence, Tuple, Union

from ._letters import Output, Word, WordLike
from .machines import MooreMachine

Answer = Optional[int]
#: An answer that comes out of turn, with the position of its pair, from 0.
PositionedAnswer = Tuple[int, Answer]
Pairs = Sequence[Tuple[Word, Word]]
#: A function of two words.
PairFunction = Callable[[Word, Word], Answer]
#: A function of a list of pairs of words; the pairs are independent.
BatchFunction = Callable[[List[Tuple[Word, Word]]], Iterable[Answer]]
#: Receives pairs of words, and yields an answer for each; its first `yield` gives nothing.
PairGenerator = Generator[Answer, Tuple[Word, Word], Any]


class Counterexample(NamedTuple):
    """A word that a machine gets wrong, with feedback on its output: the output itself, outputs it is not, or outputs it
    is among."""

    word: WordLike
    output: Optional[Output] = None
    is_not: Sequence[Output] = ()
    among: Sequence[Output] = ()


Verdict = Union[None, bool, WordLike, Counterexample]


class Teacher:
    """Your own teacher: implement `compare`, and `equivalence` if it can check machines. You need not derive from this
    class; having the methods is enough."""

    def compare(self, pairs: List[Tuple[Word, Word]]) -> Iterable[Union[Answer, PositionedAnswer]]:
        """One answer per pair. All pairs are independent: they can be answered in parallel. A generator can yield the
        answers as they come, also in another order, as (position, answer): each is kept when it comes, whatever happens
        later."""
        raise NotImplementedError


class JudgingTeacher(Teacher):
    """A teacher that can also check a machine."""

    def equivalence(self, machine: MooreMachine) -> Verdict:
        """None (or True) if the machine is right; otherwise a word that it gets wrong, or a Counterexample."""
        raise NotImplementedError


class BatchTeacher(Teacher):
    def __init__(self, function: BatchFunction) -> None:
        self._function = function

    def compare(self, pairs: List[Tuple[Word, Word]]) -> Iterable[Answer]:
        return self._function(pairs)


class ValueTeacher(Teacher):
    def __init__(self, function: Callable[[Word], Any]) -> None:
        self._function = self.value = function
        self._values: Dict[Hashable, Any] = {}

    def compare(self, pairs: List[Tuple[Word, Word]]) -> Iterable[Answer]:
        function, values = self._function, self._values
        answers: List[Answer] = []
        for a, b in pairs:
            if a not in values:
                values[a] = function(a)
            if b not in values:
                values[b] = function(b)
            left, right = values[a], values[b]
            for word, value in ((a, left), (b, right)):
                if value != value:
                    raise ValueError(f"the value of {word!r} is {value!r}, which has no order")
            answers.append(None if left is None or right is None else (left > right) - (left < right))
        return answers


class MachineTeacher(JudgingTeacher):
    """Knows a machine, and answers exactly."""

    def __init__(self, machine: MooreMachine) -> None:
        self.machine = machine
        self._listed = machine._letters.listed
        self._column = {letter: i for i, letter in enumerate(machine.letters)} if self._listed else {}
        self._next = machine.transitions.tolist() if self._listed else []
        self._output = machine.output_indices.tolist()

    def _value(self, word: Word) -> int:
        if not self._listed:
            return int(self._output[self.machine.state_after(word)])
        state, column = self.machine.initial, self._column
        for letter in word:
            state = self._next[state][column[letter]]
        return int(self._output[state])

    def value(self, word: Word) -> List[Output]:
        """The outputs of all prefixes."""
        return [self.machine.run(word[:length]) for length in range(len(word) + 1)]

    def compare(self, pairs: List[Tuple[Word, Word]]) -> List[Answer]:
        value = self._value
        return [(x > y) - (x < y) for x, y in ((value(a), value(b)) for a, b in pairs)]

    def equivalence(self, machine: MooreMachine) -> Verdict:
        word = self.machine.find_counterexample(machine)
        return None if word is None else Counterexample(word, self.machine.run(word))


def positioned(answers: Iterable[Union[Answer, PositionedAnswer]]) -> Iterator[PositionedAnswer]:
    """Each answer to a batch with the position of its pair."""
    for position, answer in enumerate(answers):
        yield answer if isinstance(answer, tuple) else (position, answer)


def batch(function: BatchFunction) -> Teacher:
    """A teacher from a function that takes a list of pairs of words and gives an answer for each."""
    return BatchTeacher(function)


def from_value(function: Callable[[Word], Any]) -> Teacher:
    """A teacher from a function that gives a word its value, or None if it does not know. Only the order of values
    counts. The function is called once per word."""
    return ValueTeacher(function)


AnyTeacher = Union[PairFunction, PairGenerator, Teacher, Any]


def _callbacks(teacher: AnyTeacher) -> Tuple[Callable[..., Any], bool, Optional[Callable[[MooreMachine], Verdict]]]:
    """(compare, whether it takes a batch, equivalence)."""
    if isinstance(teacher, MooreMachine):
        teacher = MachineTeacher(teacher)
    if hasattr(teacher, "compare"):
        return teacher.compare, True, getattr(teacher, "equivalence", None)
    if inspect.isgenerator(teacher):
        generator: Any = teacher
        if inspect.getgeneratorstate(generator) == inspect.GEN_CREATED:
            next(generator)
        return (lambda a, b: generator.send((a, b))), False, None
    if callable(teacher):
        return teacher, False, None
    raise TypeError(
        f"a teacher is a function of two words, a generator, or an object with compare(pairs), not {teacher!r}"
    )


def _value_callbacks(teacher: AnyTeacher) -> Tuple[Callable[[Word], Any], Optional[Callable[[MooreMachine], Verdict]]]:
    """(value, equivalence) of a teacher who gives values."""
    if isinstance(teacher, MooreMachine):
        teacher = MachineTeacher(teacher)
    value = getattr(teacher, "value", None)
    if value is None and not hasattr(teacher, "compare") and callable(teacher):
        value = teacher
    if value is None:
        raise TypeError(f"a teacher who gives values is a function of a word or an object with value(word), not {teacher!r}")
    return value, getattr(teacher, "equivalence", None)
