"""A person as the teacher, at a terminal or in a notebook: every answer is kept, so you can stop and continue tomorrow.

    python examples/person.py tea.jsonl

In a notebook, call `ask(session)` in a cell; interrupt the cell to stop.
"""

import sys
from typing import Optional, Union

import remap

ANSWERS = {"1": 1, "2": -1, "=": 0, "?": None}


def shown(word: remap.Word) -> str:
    return " then ".join(map(str, word)) or "nothing at all"


def ask(session: remap.Session) -> Optional[Union[remap.MooreMachine, remap.MealyMachine]]:
    """Asks until the machine is known; None if the person stops before."""
    for question in session:
        assert isinstance(question, remap.Comparison)
        print(f"\nWhich afternoon is better?\n  1: {shown(question.a)}\n  2: {shown(question.b)}")
        said = ""
        while said not in ANSWERS:
            try:
                said = input("1, 2, = (equal), ? (unsure), or q to stop: ").strip()
            except EOFError:
                said = "q"
            if said == "q":
                print(f"{len(session.answers)} answers are kept")
                return None
        session.answer(ANSWERS[said])
    return session.result.machine


def main(path: str) -> None:
    with remap.Session(path, letters=["tea", "cake", "rain"], outputs=["bad", "good"], samples=10) as session:
        machine = ask(session)
    if machine is not None:
        print(machine)


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "tea.jsonl")
