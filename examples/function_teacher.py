"""A function as the teacher: from a Python function to a reward machine, a file and a picture.

The function knows what a word is worth; remap asks only which of two words is worth more.
"""

import sys
from pathlib import Path

import remap
from remap import Word


def value(word: Word) -> int:
    """1 for the step that brings coffee to the office, unless a plant was hit before."""
    coffee = delivered = False
    for letter in word:
        if "plant" in letter:
            return 0
        if delivered:
            return 0
        delivered = coffee and "office" in letter
        coffee = coffee or "coffee" in letter
    return int(delivered)


def main(folder: Path) -> None:
    learned = remap.learn(
        propositions=["coffee", "office", "plant"], outputs=[0, 1], teacher=remap.from_value(value), progress=False
    )
    print(learned.reward_machine)
    print(f"{learned.counts.comparisons} comparisons, no word was ever given a number")
    learned.reward_machine.write(folder / "coffee.json")
    assert remap.read(folder / "coffee.json").equivalent(learned.machine)
    for word in ("{coffee} {} {office}", "{coffee,office} {office}", "{coffee} {plant} {office}"):
        print(f"{word}: {learned.machine.run(word)}")


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "."))
