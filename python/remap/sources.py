"""Sources of machines: files, strings, built-in tasks, random machines, regular expressions."""

from __future__ import annotations

import os
from typing import Callable, Iterable, List, Optional, Sequence, Union

from . import _core
from .learning import Learned
from .machines import AnyMachine, MooreMachine, PathLike, RewardMachine, wrapped

EventsThatOccur = Union[str, Iterable[Iterable[str]]]


def read(path: PathLike, *, events: Optional[EventsThatOccur] = None) -> AnyMachine:
    """Reads a machine from a file: .txt (reward machine), .dot, .gv or .json.

    A reward machine in which a set of propositions satisfies two transitions is refused, unless `events` says that this set
    does not occur: "one" (proposition at a time), or a list of those that do."""
    return _of_file(lambda check: _core.read(os.fspath(path), check), events)


def parse(text: str, format: str = "text", *, events: Optional[EventsThatOccur] = None) -> AnyMachine:
    """Reads a machine from a string: "text" (reward machine), "dot" or "json". For `events`, see `read`."""
    return _of_file(lambda check: _core.parse(text, format, check), events)


def _of_file(load: Callable[[bool], object], events: Optional[EventsThatOccur]) -> AnyMachine:
    if events is not None:
        found = wrapped(load(False))
        if not isinstance(found, RewardMachine):
            raise _core.InputError("events is for reward machines; other machines have letters of their own")
        return found.to_moore(events).to_reward_machine()
    try:
        return wrapped(load(True))
    except _core.InputError as error:
        refused = error
    load(False)  # whatever else is wrong
    raise _core.InputError(f"{refused}; if that letter cannot occur, say so with events, such as events='one'") from None


def reward_machine_of(given: Union[AnyMachine, Learned, PathLike]) -> RewardMachine:
    """The reward machine of a machine, of what was learned, or of a file."""
    if isinstance(given, (str, os.PathLike)):
        given = read(given)
    elif isinstance(given, Learned):
        given = given.machine
    return given.to_reward_machine()


def tasks() -> List[str]:
    """The names of the built-in tasks."""
    return [name for name, _ in _core.task_names()]


def task(name: str) -> RewardMachine:
    """The reward machine of a built-in task such as "craft/t10"."""
    return RewardMachine._of(_core.task(name))


def random_machine(states: int, letters: int, outputs: int, seed: int = 1) -> MooreMachine:
    """A random machine: minimal, all states reachable, all outputs used."""
    return MooreMachine._of(_core.random_machine(states, letters, outputs, seed))


def from_regexes(expressions: Sequence[str], letters: Iterable[str]) -> MooreMachine:
    """The output of a word is the number (from 1) of the first expression that matches it, or 0 if none does."""
    return MooreMachine._of(_core.from_regexes(list(expressions), _core.Alphabet.plain(list(letters))))


__all__ = ["from_regexes", "parse", "random_machine", "read", "task", "tasks"]
