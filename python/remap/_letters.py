"""Letters, words and outputs as Python sees them.

A letter is a name, or a frozen set of propositions; a word is a tuple of letters. An output is a number if its name is
one, and a name otherwise.
"""

from __future__ import annotations

from typing import Callable, Dict, FrozenSet, Iterable, List, Optional, Sequence, Tuple, Union

from . import _core
from ._events import unknown_name

Letter = Union[str, FrozenSet[str]]
Word = Tuple[Letter, ...]
Output = Union[str, int, float]
#: What is accepted as a letter: its name, or propositions in any collection.
LetterLike = Union[str, Iterable[str]]
#: What is accepted as a word: letters, or a string such as "a b" or "{p,q} {}".
WordLike = Union[str, Sequence[LetterLike]]


def output_name(output: Output) -> str:
    """The name of an output: numbers in their shortest spelling."""
    if isinstance(output, str):
        return output
    if isinstance(output, bool):
        raise TypeError(f"an output is a number or a name, not {output!r}")
    return _core.format_number(float(output))


def output_value(name: str, number: Optional[float]) -> Output:
    if number is None:
        return name
    return int(number) if number == int(number) else number


class Letters:
    """An alphabet: its letters in order, and their positions. Over many propositions letters are not listed: each gets
    its number when it is first used."""

    __slots__ = ("core", "listed", "propositions", "_letters", "_index", "_met")

    def __init__(self, core: _core.Alphabet) -> None:
        self.core = core
        self.propositions: Tuple[str, ...] = tuple(core.propositions)
        self.listed = core.listed
        self._letters: Tuple[Letter, ...] = ()
        self._met: Dict[int, Letter] = {}
        if self.listed:
            self._letters = tuple(map(self._set, core.sets)) if self.propositions else tuple(core.names)
        self._index: Dict[Letter, int] = {letter: i for i, letter in enumerate(self._letters)}

    def _set(self, bits: int) -> Letter:
        return frozenset(p for i, p in enumerate(self.propositions) if bits >> i & 1)

    @property
    def letters(self) -> Tuple[Letter, ...]:
        """The letters in order. Raises InputError if they are not listed."""
        self.require_list()
        return self._letters

    def require_list(self) -> None:
        if not self.listed:
            raise _core.InputError(
                f"the sets of {len(self.propositions)} propositions are too many to be listed; `step` and `run` do without, "
                "and events='one', or a list of the sets that occur, makes them few"
            )

    def letter(self, index: int) -> Letter:
        """The letter with that number."""
        if self.listed:
            return self._letters[index]
        if index not in self._met:
            self._met[index] = self._set(self.core.set_of(index))
        return self._met[index]

    @property
    def shown(self) -> Union[Tuple[Letter, ...], Callable[[int], Letter]]:
        """What the C++ side makes words of: all letters, or a function from their numbers."""
        return self._letters if self.listed else self.letter

    @classmethod
    def make(
        cls,
        letters: Optional[Iterable[LetterLike]] = None,
        propositions: Optional[Iterable[str]] = None,
        events: Union[str, Iterable[Iterable[str]]] = "any",
    ) -> Letters:
        """Plain `letters`, or sets of `propositions`: any of them, at most "one" at a time, or those listed."""
        if (letters is None) == (propositions is None):
            raise _core.InputError("either letters or propositions must be given, as in letters=['a', 'b']")
        if letters is not None:
            if isinstance(letters, str):
                raise TypeError(f"letters is a list of names, not the string {letters!r}")
            if events != "any":
                raise _core.InputError("events chooses among sets of propositions, but letters are plain")
            names = list(letters)
            for name in names:
                if not isinstance(name, str):
                    raise TypeError(f"a letter is a string, not {name!r}; for sets of names use propositions=[…]")
            return cls(_core.Alphabet.plain([str(name) for name in names]))
        assert propositions is not None
        if isinstance(propositions, str):
            raise TypeError(f"propositions is a list of names, not the string {propositions!r}")
        names_of_propositions = list(propositions)
        if isinstance(events, str):
            if events == "any":
                return cls(_core.Alphabet.power_set(names_of_propositions))
            if events == "one":
                return cls(_core.Alphabet.at_most_one(names_of_propositions))
            raise _core.InputError(f"events cannot be '{events}', expected any, one, or a list of sets")
        bit = {name: 1 << i for i, name in enumerate(names_of_propositions)}
        sets = []
        for each in events:
            if isinstance(each, str):
                raise _core.InputError(f"events is a list of sets, such as [[], ['a']], but has the string {each!r}")
            for name in each:
                if name not in bit:
                    raise _core.InputError(f"events has a set with a wrong name: {unknown_name(name, bit)}")
            sets.append(sum(bit[name] for name in set(each)))
        return cls(_core.Alphabet.of_sets(names_of_propositions, sets))

    def index(self, letter: LetterLike) -> int:
        """The position of a letter. Raises InputError if there is no such letter."""
        if isinstance(letter, str):
            found = self.core.find(letter)
        else:
            held = frozenset(letter)
            found = self._index.get(held, -1)
            letter = "{" + ",".join(sorted(held)) + "}"
            if not self.listed and found < 0:
                found = self.core.find(letter)
                if found >= 0:
                    self._index[held] = found
        if found < 0 and not self.listed:
            raise _core.InputError(f"there is no letter '{letter}'; letters are sets of {len(self.propositions)} propositions")
        if found < 0:
            names = self.core.names
            listed = ", ".join(names[:8]) + (", …" if len(names) > 8 else "")
            raise _core.InputError(f"there is no letter '{letter}'; the letters are {listed}")
        return found

    def indices(self, word: WordLike) -> List[int]:
        """A word as positions of letters."""
        if isinstance(word, str):
            return self.core.parse_word(word)
        return [self.index(letter) for letter in word]

    def word(self, indices: Iterable[int]) -> Word:
        return tuple(self.letter(i) for i in indices)

    def spec(self) -> Tuple[List[str], List[str], List[int]]:
        """The description from which `of_spec` makes the alphabet."""
        if not self.listed:
            return ([], self.core.propositions, [])
        return (self.core.names, self.core.propositions, self.core.sets)

    @classmethod
    def of_spec(cls, spec: Tuple[List[str], List[str], List[int]]) -> Letters:
        names, propositions, sets = spec
        if sets:
            return cls(_core.Alphabet.of_sets(propositions, sets))
        if not names:
            return cls(_core.Alphabet.power_set(propositions))
        return cls(_core.Alphabet.plain(names))
