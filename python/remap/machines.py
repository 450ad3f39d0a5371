"""Machines: Moore, Mealy and reward machines.

Their tables are read-only NumPy arrays; a machine never changes. States are numbered from 0.
"""

from __future__ import annotations

import html
import json
import os
import tempfile
from functools import cached_property
from typing import Any, Dict, Generic, Iterable, List, NamedTuple, Optional, Sequence, Tuple, TypeVar, Union

import numpy as np
import numpy.typing as npt

from . import _core
from ._events import Events, check_unknown, event_names, unknown_name
from ._letters import Letter, LetterLike, Letters, Output, Word, WordLike, output_name, output_value

IntArray = npt.NDArray[np.int32]
FloatArray = npt.NDArray[np.float64]
BoolArray = npt.NDArray[np.bool_]

MACHINE_FORMATS = ("text", "dot", "json")
HALT = "HALT"  # the output of a finished reward machine
MOST_TABLE_PROPOSITIONS = 16

Core = TypeVar("Core", _core.MooreMachine, _core.MealyMachine, _core.RewardMachine)
CoreMoore = _core.MooreMachine  # in the classes below `_core` is an attribute
PathLike = Union[str, "os.PathLike[str]"]


def _letters_or_sets(letters: Optional[Iterable[LetterLike]], propositions: Optional[Iterable[str]]) -> Letters:
    if letters is not None and propositions is not None:
        return Letters.make(propositions=propositions, events=[[p] if isinstance(p, str) else p for p in letters])
    return Letters.make(letters, propositions)


class Machine(Generic[Core]):
    """Operations that all machines have."""

    _core: Core

    # -- what each kind of machine defines

    @property
    def initial(self) -> int:
        """The state in which every word begins."""
        return self._core.initial

    @property
    def propositions(self) -> Tuple[str, ...]:
        """The propositions whose sets are the letters; empty when letters are plain."""
        raise NotImplementedError

    def __len__(self) -> int:
        """The number of states."""
        raise NotImplementedError

    def _state(self) -> Tuple[Any, ...]:
        """All data of the machine, comparable and picklable."""
        raise NotImplementedError

    def _rows(self) -> Tuple[List[str], List[List[str]]]:
        """The header and the rows of a human-readable table."""
        raise NotImplementedError

    # -- what follows from it

    def __eq__(self, other: object) -> bool:
        """Whether both are the same machine, state by state. For the same behaviour, see `equivalent`."""
        if type(other) is not type(self):
            return NotImplemented
        assert isinstance(other, Machine)
        return self._state() == other._state()

    def __hash__(self) -> int:
        return hash(repr(self._state()))

    def __reduce__(self) -> Tuple[Any, ...]:
        return (_restored, (type(self).__name__, self._state()))

    def __copy__(self) -> Machine[Core]:
        return self

    def __deepcopy__(self, memo: Dict[int, Any]) -> Machine[Core]:
        return self

    def to_moore(self) -> MooreMachine:
        """The equivalent Moore machine: minimal, unless it is one already."""
        return MooreMachine._of(_core.as_moore(self._core))

    def to_reward_machine(self) -> RewardMachine:
        """The smallest reward machine with the same behaviour. Raises InputError if there is none: letters must be sets
        of propositions, outputs numbers (or HALT), and the output of the empty word 0."""
        return RewardMachine._of(_core.as_reward_machine(self._core))

    def _own_letters(self) -> Optional[Letters]:
        """None if the letters are all sets of the propositions, whichever are added."""
        raise NotImplementedError

    def _over(self, letters: Letters) -> CoreMoore:
        """The machine over these letters, which must be among its own."""
        moore = self.to_moore()
        return moore._core if moore._letters.spec() == letters.spec() else moore._core.restrict(letters.core)

    def find_counterexample(self, other: Machine[Any]) -> Optional[Word]:
        """A shortest word for which the two give different outputs, or None. If the letters of one are among those of the
        other, as with events="one", only words of these count."""
        letters = _common_letters(self, other)
        found = _core.find_counterexample(self._over(letters), other._over(letters))
        return None if found is None else letters.word(found)

    def equivalent(self, other: Machine[Any]) -> bool:
        """Whether both give the same output for every word; see `find_counterexample` for letters that differ."""
        return self.find_counterexample(other) is None

    def write(self, path: PathLike) -> None:
        """Writes a file; its extension determines the format: .txt, .dot, .gv, .json, or a picture .svg, .pdf, .png."""
        _core.write(os.fspath(path), self._core)

    def to_string(self, format: str = "text") -> str:
        """The text of a file: "text" (of the reward machine), "dot" or "json"."""
        return _core.format(self._core, format)

    def to_networkx(self) -> Any:
        """A networkx.MultiDiGraph."""
        from .friends import to_networkx

        return to_networkx(self)

    def _repr_svg_(self) -> Optional[str]:
        """A picture, if Graphviz is installed."""
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "machine.svg")
            try:
                self.write(path)
            except _core.InputError:
                return None
            with open(path, encoding="utf-8") as file:
                return file.read()

    def _repr_html_(self) -> str:
        """A table, below the picture if there is one."""
        heading, rows = self._rows()

        def line(tag: str, row: List[str]) -> str:
            return "<tr>" + "".join(f"<{tag}>{html.escape(cell)}</{tag}>" for cell in row) + "</tr>"

        lines = line("th", heading) + "".join(line("td", row) for row in rows)
        picture = self._repr_svg_() or ""
        picture = picture[picture.find("<svg") :] if "<svg" in picture else ""
        return f"<div>{picture}<p>{html.escape(repr(self))}</p><table>{lines}</table></div>"

    def __str__(self) -> str:
        shown: Tuple[List[str], List[List[str]]] = self._rows()
        table: List[List[str]] = [shown[0], *shown[1]]
        widths: List[int] = [max(len(row[i]) for row in table) for i in range(len(shown[0]))]
        text: List[str] = ["  ".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip() for row in table]
        return "\n".join([repr(self), *text])


def _common_letters(a: Machine[Any], b: Machine[Any]) -> Letters:
    mine, theirs = a._own_letters(), b._own_letters()
    if mine is None and theirs is None:
        return Letters.make(propositions=dict.fromkeys((*a.propositions, *b.propositions)))
    if mine is None or theirs is None:
        either = mine or theirs
        assert either is not None
        return either
    sets = mine.propositions and theirs.propositions
    if sets and theirs.listed and (not mine.listed or len(theirs.letters) < len(mine.letters)):
        return theirs
    return mine


def _frozen(array: Any, dtype: Any) -> Any:
    made = np.array(array, dtype=dtype, order="C")
    made.setflags(write=False)
    return made


class _WithAlphabet(Machine[Core]):
    """Moore and Mealy machines: ordered letters, ordered outputs."""

    _letters: Letters
    _outputs: _core.Outputs

    def _own_letters(self) -> Optional[Letters]:
        return self._letters

    @property
    def letters(self) -> Tuple[Letter, ...]:
        """The letters in order: names, or frozen sets of propositions. Raises InputError if they are not listed, as
        with more than 16 propositions."""
        return self._letters.letters

    @property
    def propositions(self) -> Tuple[str, ...]:
        return self._letters.propositions

    @cached_property
    def outputs(self) -> Tuple[Output, ...]:
        """The outputs, lowest first."""
        return tuple(output_value(n, v) for n, v in zip(self._outputs.names, self._outputs.numbers))

    @cached_property
    def transitions(self) -> IntArray:
        """The successors: one row per state, one column per letter; -1 where a step is missing. Raises InputError if
        letters are not listed; `step` and `run` do without."""
        self._letters.require_list()
        core: Any = self._core
        return core.transitions()  # type: ignore[no-any-return]

    @cached_property
    def output_indices(self) -> IntArray:
        """Positions in `outputs`: per state of a Moore machine, per state and letter of a Mealy machine (-1: none)."""
        core: Any = self._core
        return core.output_of()  # type: ignore[no-any-return]

    @cached_property
    def values(self) -> FloatArray:
        """The numbers of the outputs, shaped as `output_indices`; NaN where an output is not a number."""
        numbers = [np.nan if v is None else v for v in self._outputs.numbers] + [np.nan]
        return _frozen(np.array(numbers)[self.output_indices], np.float64)  # type: ignore[no-any-return]

    def to_reward_machine(self) -> RewardMachine:
        try:
            return super().to_reward_machine()
        except _core.InputError:
            numbers = zip(self._outputs.names, self._outputs.numbers)
            if not self.propositions or all(number is not None or name == HALT for name, number in numbers):
                raise
        raise _core.InputError(
            f"rewards are numbers, but this machine has the outputs {' < '.join(self._outputs.names)}: give their values, "
            "lowest first, as in outputs=[0, 1]"
        )

    def letter(self, letter: LetterLike) -> int:
        """The column of a letter."""
        return self._letters.index(letter)

    def __len__(self) -> int:
        core: Any = self._core
        return len(core)

    def _state(self) -> Tuple[Any, ...]:
        if not self._letters.listed:
            return (self.to_string("json"),)
        return (
            self._letters.spec(),
            self._outputs.names,
            self.initial,
            self.transitions.tolist(),
            self.output_indices.tolist(),
        )

    def __repr__(self) -> str:
        names = self._outputs.names
        listed = " < ".join(names[:6]) + (" < …" if len(names) > 6 else "")
        letters = f"{len(self.letters)} letters" if self._letters.listed else f"{len(self.propositions)} propositions"
        return f"<{type(self).__name__}: {len(self)} states, {letters}, outputs {listed}>"


class MooreMachine(_WithAlphabet[_core.MooreMachine]):
    """An output per state: a word has the output of the state it leads to. `learn` returns one.

    `transitions` has a row per state and a column per letter; `state_outputs` an output per state; `outputs` all of them,
    lowest first. Letters are names, or with `propositions` all their subsets (by size, then position), unless `letters`
    lists those that occur.
    """

    def __init__(
        self,
        transitions: npt.ArrayLike,
        state_outputs: Sequence[Output],
        *,
        outputs: Sequence[Output],
        letters: Optional[Iterable[LetterLike]] = None,
        propositions: Optional[Iterable[str]] = None,
        initial: int = 0,
    ) -> None:
        alphabet = _letters_or_sets(letters, propositions)
        names = _core.Outputs([output_name(each) for each in outputs])
        table = np.asarray(transitions, dtype=np.int32)
        if table.shape != (len(state_outputs), len(alphabet.letters)):
            raise _core.InputError(
                f"transitions must be a table of {len(state_outputs)} states by {len(alphabet.letters)} letters, "
                f"but its shape is {table.shape}"
            )
        if table.size and (table.min() < 0 or table.max() >= len(table)):
            raise _core.InputError("transitions must lead to states: numbers from 0, below the number of states")
        numbers = [names.find(output_name(each)) for each in state_outputs]
        for each, number in zip(state_outputs, numbers):
            if number < 0:
                raise _core.InputError(f"the output {each!r} of a state is not among outputs")
        if not 0 <= initial < len(table):
            raise _core.InputError(f"the initial state {initial} is not a state")
        self._core = _core.MooreMachine(alphabet.core, names, initial, np.array(numbers, np.int32), table)
        self._letters, self._outputs = alphabet, names

    @classmethod
    def _of(cls, core: _core.MooreMachine, letters: Optional[Letters] = None) -> MooreMachine:
        machine = cls.__new__(cls)
        machine._core, machine._letters, machine._outputs = core, letters or Letters(core.alphabet), core.outputs
        return machine

    @property
    def state_outputs(self) -> Tuple[Output, ...]:
        """The output of each state."""
        return tuple(self.outputs[i] for i in self.output_indices.tolist())

    def step(self, state: int, letter: LetterLike) -> Tuple[int, Output]:
        """The state that a letter leads to, and its output."""
        to = self._next(state, self._letters.index(letter))
        return to, self.outputs[int(self.output_indices[to])]

    def state_after(self, word: WordLike) -> int:
        """The state that a word leads to."""
        state = self.initial
        for letter in self._letters.indices(word):
            state = self._next(state, letter)
        return state

    def _next(self, state: int, letter: int) -> int:
        return int(self.transitions[state, letter]) if self._letters.listed else self._core.next(state, letter)

    def run(self, word: WordLike) -> Output:
        """The output of a word."""
        return self.outputs[int(self.output_indices[self.state_after(word)])]

    def to_moore(self) -> MooreMachine:
        return self

    def to_reward_machine(self) -> RewardMachine:
        nothing = self.outputs[int(self.output_indices[self.initial])]
        if self.propositions and nothing != 0 and not isinstance(nothing, str):
            raise _core.InputError(
                f"the empty word has the value {nothing}, and a reward machine pays nothing for it: choose outputs of which "
                "that value is 0"
            )
        return super().to_reward_machine()

    def to_mealy(self) -> MealyMachine:
        """The minimal Mealy machine whose steps give the output of the state they lead to."""
        return MealyMachine._of(self._core.to_mealy())

    def minimise(self) -> MooreMachine:
        """The smallest machine with the same behaviour, states numbered breadth-first."""
        return MooreMachine._of(self._core.minimise(), self._letters)

    def restrict(self, events: Union[str, Iterable[Iterable[str]]]) -> MooreMachine:
        """The same machine over fewer sets of propositions: "one", or those listed."""
        letters = Letters.make(propositions=self.propositions, events=events)
        return MooreMachine._of(self._core.restrict(letters.core), letters)

    def disagreement(self, other: MooreMachine, stop: float = 0.2) -> float:
        """The probability that the two differ on a random word; words end after each letter with probability `stop`."""
        return _core.disagreement(self._core, other._core, stop)

    def _rows(self) -> Tuple[List[str], List[List[str]]]:
        if not self._letters.listed:
            return _json_rows(self)
        names = self._letters.core.names
        outputs = [self._outputs.names[i] for i in self.output_indices.tolist()]
        rows = [
            [f"q{q}", output, *(f"q{to}" for to in row)]
            for q, (output, row) in enumerate(zip(outputs, self.transitions.tolist()))
        ]
        return ["state", "output", *names], rows


class MealyMachine(_WithAlphabet[_core.MealyMachine]):
    """An output per step. Steps may be missing (-1), and states may be terminal."""

    def __init__(
        self,
        transitions: npt.ArrayLike,
        step_outputs: Sequence[Sequence[Optional[Output]]],
        *,
        outputs: Sequence[Output],
        letters: Optional[Iterable[LetterLike]] = None,
        propositions: Optional[Iterable[str]] = None,
        initial: int = 0,
        terminal: Iterable[int] = (),
    ) -> None:
        alphabet = _letters_or_sets(letters, propositions)
        names = _core.Outputs([output_name(each) for each in outputs])
        table = np.asarray(transitions, dtype=np.int32)
        numbers = np.array(
            [[-1 if o is None else names.find(output_name(o)) for o in row] for row in step_outputs], np.int32
        )
        shape = (len(table), len(alphabet.letters))
        if table.shape != shape or numbers.shape != shape:
            raise _core.InputError(
                f"transitions and step_outputs must be tables of states by {shape[1]} letters, but their shapes are "
                f"{table.shape} and {numbers.shape}"
            )
        if table.size and (table.min() < -1 or table.max() >= len(table)):
            raise _core.InputError("transitions must lead to states: numbers from 0, below the number of states, or -1")
        if bool(((numbers < 0) & (table >= 0)).any()):
            raise _core.InputError("a step has an output that is not among outputs")
        ends = set(terminal)
        if not ends <= set(range(len(table))) or not 0 <= initial < len(table):
            raise _core.InputError("the initial state and terminal states must be states")
        flags = [q in ends for q in range(len(table))]
        self._core = _core.MealyMachine(alphabet.core, names, initial, flags, table, numbers)
        self._letters, self._outputs = alphabet, names

    @classmethod
    def _of(cls, core: _core.MealyMachine, letters: Optional[Letters] = None) -> MealyMachine:
        machine = cls.__new__(cls)
        machine._core, machine._letters, machine._outputs = core, letters or Letters(core.alphabet), core.outputs
        return machine

    @cached_property
    def terminal(self) -> BoolArray:
        """Whether each state is terminal."""
        return self._core.terminal()

    def step(self, state: int, letter: LetterLike) -> Tuple[int, Optional[Output]]:
        """The state that a letter leads to, and the output of that step; (-1, None) where the step is missing."""
        to, output = self._next(state, self._letters.index(letter))
        return (-1, None) if to < 0 or self.terminal[state] else (to, self.outputs[output])

    def run(self, word: WordLike) -> List[Output]:
        """The outputs of the steps of a word, up to the first step that is missing."""
        state, result = self.initial, []
        for letter in self._letters.indices(word):
            to, output = self._next(state, letter)
            if self.terminal[state] or to < 0:
                break
            result.append(self.outputs[output])
            state = to
        return result

    def _next(self, state: int, letter: int) -> Tuple[int, int]:
        if not self._letters.listed:
            return self._core.next(state, letter)
        return int(self.transitions[state, letter]), int(self.output_indices[state, letter])

    def to_mealy(self) -> MealyMachine:
        return self

    def minimise(self) -> MealyMachine:
        """The smallest machine with the same behaviour."""
        return MealyMachine._of(self._core.minimise(), self._letters)

    def _state(self) -> Tuple[Any, ...]:
        return (*super()._state(), self.terminal.tolist()) if self._letters.listed else super()._state()

    def _rows(self) -> Tuple[List[str], List[List[str]]]:
        if not self._letters.listed:
            return _json_rows(self)
        rows = []
        for q, (row, outputs) in enumerate(zip(self.transitions.tolist(), self.output_indices.tolist())):
            steps = ["-" if to < 0 else f"q{to}/{self._outputs.names[o]}" for to, o in zip(row, outputs)]
            rows.append([f"q{q}" + (" (terminal)" if self.terminal[q] else ""), *steps])
        return ["state", *self._letters.core.names], rows


def _json_rows(machine: Union[MooreMachine, MealyMachine]) -> Tuple[List[str], List[List[str]]]:
    """One row per transition, with its formula, where letters are not listed."""
    moore = isinstance(machine, MooreMachine)
    rows = []
    for q, state in enumerate(json.loads(machine.to_string("json"))["states"]):
        for edge in state["next"]:
            output = state["output"] if moore else edge["output"]
            rows.append([f"q{q}", str(output), edge["formula"], f"q{edge['to']}"])
    return ["state", "output", "on", "to"], rows


class RewardTransition(NamedTuple):
    """One transition of a reward machine."""

    source: int
    target: int
    formula: str
    reward: str

    @property
    def value(self) -> float:
        """The reward as a number; HALT counts as 0."""
        if self.reward == HALT:
            return 0.0
        try:
            return float(self.reward)
        except ValueError:
            raise _core.InputError(f"the reward '{self.reward}' is not a number") from None


class Tables(NamedTuple):
    """A reward machine as arrays that are yours to change, for stepping many episodes at once. The last state is one that
    the machine lacks: where an episode is after a step without a transition. States in which an episode has ended have
    steps to themselves that earn nothing, so no index is ever negative."""

    next: IntArray  #: per state and column
    reward: FloatArray  #: per state and column
    done: BoolArray  #: per state: whether an episode has ended
    propositions: Tuple[str, ...]  #: the column of a set is the sum of 2**i for each of its propositions, at position i


class RewardMachine(Machine[_core.RewardMachine]):
    """Transitions carry formulas over propositions, and rewards.

    A transition is (source, target, formula, reward), as in (0, 1, "coffee&!rain", 0). Reaching a terminal state ends the
    episode, and so does, with reward 0, a set of propositions for which a state has no transition.
    """

    def __init__(
        self,
        transitions: Iterable[Tuple[int, int, str, Output]],
        *,
        propositions: Iterable[str],
        states: Optional[int] = None,
        initial: int = 0,
        terminal: Iterable[int] = (),
    ) -> None:
        edges = [(source, target, formula, output_name(reward)) for source, target, formula, reward in transitions]
        ends = list(terminal)
        if states is None:
            states = 1 + max([initial, *ends, *(edge[0] for edge in edges), *(edge[1] for edge in edges)])
        if any(n < 0 for n in [initial, *ends, *(e[0] for e in edges), *(e[1] for e in edges)]):
            raise _core.InputError("a state must be a number from 0, below the number of states")
        self._core = _core.RewardMachine(list(propositions), states, initial, ends, edges)

    @classmethod
    def _of(cls, core: _core.RewardMachine) -> RewardMachine:
        machine = cls.__new__(cls)
        machine._core = core
        return machine

    @cached_property
    def propositions(self) -> Tuple[str, ...]:
        """The propositions that its formulas may mention."""
        return tuple(self._core.propositions)

    @cached_property
    def relevant(self) -> Tuple[str, ...]:
        """The propositions that its formulas do mention; their positions are the bits of a column of `transitions`."""
        return tuple(self._relevant.propositions)

    @cached_property
    def _relevant(self) -> _core.RewardMachine:
        return self._core.relevant()

    @cached_property
    def edges(self) -> Tuple[RewardTransition, ...]:
        """The transitions with their formulas."""
        return tuple(RewardTransition(*each) for each in self._core.transitions)

    @cached_property
    def terminal(self) -> BoolArray:
        """Whether each state is terminal."""
        ends = set(self._core.terminal)
        return _frozen([q in ends for q in range(len(self))], np.bool_)  # type: ignore[no-any-return]

    @cached_property
    def _table(self) -> Tuple[IntArray, IntArray]:
        if len(self.relevant) > MOST_TABLE_PROPOSITIONS:
            raise _core.InputError(
                f"the {len(self.relevant)} propositions in formulas are too many for a table, which holds at most "
                f"{MOST_TABLE_PROPOSITIONS}; `step` and `run` do without"
            )
        return self._relevant.table()

    @cached_property
    def transitions(self) -> IntArray:
        """The successors: one row per state, one column per set of relevant propositions, whose number has their bits set
        (see `letter`); -1 where the episode ends because there is no transition. Raises InputError if more than 16
        propositions are relevant."""
        return _frozen(self._table[0], np.int32)  # type: ignore[no-any-return]

    @cached_property
    def rewards(self) -> FloatArray:
        """What a step earns, shaped as `transitions`; 0 where there is none. Raises InputError for rewards that are not
        numbers."""
        return _frozen(np.array(self._values)[self._table[1]], np.float64)  # type: ignore[no-any-return]

    def tables(self) -> Tables:
        """Its steps as new, total arrays, as for torch or JAX."""
        sink = len(self)
        ends = np.append(self.terminal, True)
        own = np.arange(sink + 1, dtype=np.int32)[:, None]
        columns = self.transitions.shape[1]
        to = np.vstack([self.transitions, np.full((1, columns), sink, np.int32)])
        to = np.where(ends[:, None], own, np.where(to < 0, sink, to)).astype(np.int32)
        return Tables(to, np.vstack([self.rewards, np.zeros((1, columns))]), ends, self.relevant)

    @cached_property
    def _values(self) -> List[float]:
        """The reward of each transition, and last that of a missing one."""
        return [edge.value for edge in self.edges] + [0.0]

    @cached_property
    def _bits(self) -> Dict[str, int]:
        return {name: 1 << self.relevant.index(name) if name in self.relevant else 0 for name in self.propositions}

    @cached_property
    def _known_rows(self) -> Dict[int, Tuple[List[int], List[float]]]:
        return {}

    def _row(self, column: int) -> Tuple[List[int], List[float]]:
        """The successors of all states and the rewards, for a set of propositions."""
        row = self._known_rows.get(column)
        if row is None:
            next_states, taken = self._relevant.row(column)
            row = next_states, [self._values[i] for i in taken]
            if len(self._known_rows) < 1 << MOST_TABLE_PROPOSITIONS:
                self._known_rows[column] = row
        return row

    @cached_property
    def _letters(self) -> Letters:
        """All sets of the propositions; only for reading strings."""
        return Letters.make(propositions=self.propositions)

    def letter(self, events: Events, *, unknown: str = "error") -> int:
        """The column of a set of propositions: names in a collection, a dict of booleans, or a string such as "coffee" or
        "{coffee,office}". A name that is none of `propositions` is an error, unless `unknown` is "ignore"."""
        if isinstance(events, str):
            events = self._letters.letter(self._letters.index(events))
        column = 0
        for name in event_names(events, "the set of events"):
            bit = self._bits.get(name)
            if bit is not None:
                column |= bit
            elif unknown != "ignore":
                check_unknown(unknown)
                raise _core.InputError(f"{unknown_name(name, self.propositions)} (unknown='ignore' allows others)")
        return column

    def step(self, state: int, events: Events, *, unknown: str = "error") -> Tuple[int, float]:
        """The next state and the reward, when these propositions hold and no others (see `letter`). State -1: the episode
        has ended because there is no transition."""
        if state < 0:
            return -1, 0.0
        next_states, rewards = self._row(self.letter(events, unknown=unknown))
        return next_states[state], rewards[state]

    def ended(self, state: int) -> bool:
        """Whether an episode is over in that state."""
        return state < 0 or bool(self.terminal[state])

    def run(self, word: Union[str, Iterable[Events]], *, unknown: str = "error") -> List[float]:
        """The rewards of a word, letter by letter, until the episode ends."""
        if isinstance(word, str):
            word = self._letters.word(self._letters.core.parse_word(word))
        state, rewards = self.initial, []
        for events in word:
            if self.ended(state):
                break
            state, reward = self.step(state, events, unknown=unknown)
            rewards.append(reward)
        return rewards

    def to_mealy(self, events: Union[str, Iterable[Iterable[str]]] = "any") -> MealyMachine:
        """The machine over sets of its propositions: any, at most "one" at a time, or those listed."""
        letters = Letters.make(propositions=self.propositions, events=events)
        return MealyMachine._of(self._core.to_mealy(letters.core), letters)

    def to_moore(self, events: Union[str, Iterable[Iterable[str]]] = "any") -> MooreMachine:
        """The equivalent minimal Moore machine; terminal states become one state with the output HALT."""
        letters = Letters.make(propositions=self.propositions, events=events)
        return MooreMachine._of(self._core.to_moore_over(letters.core), letters)

    def to_reward_machine(self) -> RewardMachine:
        return self

    def _own_letters(self) -> Optional[Letters]:
        return None

    def _over(self, letters: Letters) -> CoreMoore:
        return self._core.to_moore_over(letters.core)

    def minimise(self) -> RewardMachine:
        """The smallest reward machine with the same rewards."""
        return self.to_moore().to_reward_machine()

    def __len__(self) -> int:
        return self._core.states

    def _state(self) -> Tuple[Any, ...]:
        return (
            [tuple(each) for each in self.edges],
            list(self.propositions),
            len(self),
            self.initial,
            list(self._core.terminal),
        )

    def __repr__(self) -> str:
        ends = ", ".join(f"u{q}" for q in self._core.terminal)
        rewards = sorted({edge.reward for edge in self.edges}, key=lambda r: (r != HALT, len(r), r))
        return (
            f"<RewardMachine: {len(self)} states, propositions {', '.join(self.propositions)}, "
            f"rewards {', '.join(rewards[:6])}, terminal {ends or 'none'}>"
        )

    def _rows(self) -> Tuple[List[str], List[List[str]]]:
        rows = [[f"u{e.source}", e.formula, f"u{e.target}", e.reward] for e in self.edges]
        return ["from", "on", "to", "reward"], rows


AnyMachine = Union[MooreMachine, MealyMachine, RewardMachine]


def wrapped(core: object) -> AnyMachine:
    if isinstance(core, _core.MooreMachine):
        return MooreMachine._of(core)
    if isinstance(core, _core.MealyMachine):
        return MealyMachine._of(core)
    assert isinstance(core, _core.RewardMachine)
    return RewardMachine._of(core)


def _restored(kind: str, state: Tuple[Any, ...]) -> AnyMachine:
    """For pickle."""
    if kind == "RewardMachine":
        edges, propositions, states, initial, terminal = state
        return RewardMachine(edges, propositions=propositions, states=states, initial=initial, terminal=terminal)
    if len(state) == 1:
        return wrapped(_core.parse(state[0], "json", True))
    spec, names, initial, transitions, outputs = state[:5]
    letters = Letters.of_spec(spec)
    arrays = np.array(transitions, np.int32), np.array(outputs, np.int32)
    if kind == "MooreMachine":
        return MooreMachine._of(
            _core.MooreMachine(letters.core, _core.Outputs(names), initial, arrays[1], arrays[0]), letters
        )
    return MealyMachine._of(
        _core.MealyMachine(letters.core, _core.Outputs(names), initial, state[5], arrays[0], arrays[1]), letters
    )


__all__ = [
    "AnyMachine",
    "Machine",
    "MealyMachine",
    "MooreMachine",
    "RewardMachine",
    "RewardTransition",
    "Tables",
]
