"""Sources of machines: files, strings, built-in tasks, random machines, regular expressions."""

from __future__ import annotations

import os
from typing import Iterable, List, Sequence

from . import _core
from .machines import AnyMachine, MooreMachine, PathLike, RewardMachine, wrapped


def read(path: PathLike) -> AnyMachine:
    """Reads a machine from a file: .txt (reward machine), .dot, .gv or .json."""
    return wrapped(_core.read(os.fspath(path)))


def parse(text: str, format: str = "text") -> AnyMachine:
    """Reads a machine from a string: "text" (reward machine), "dot" or "json"."""
    return wrapped(_core.parse(text, format))


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
