"""With AALpy: a machine learned by its L* is learned again from preferences, and the two are compared."""

import importlib
from typing import Any

import remap
from remap.friends import from_aalpy, to_aalpy


def main() -> None:
    learning: Any = importlib.import_module("aalpy.learning_algs")
    oracles: Any = importlib.import_module("aalpy.oracles")
    suls: Any = importlib.import_module("aalpy.SULs")
    task = remap.task("craft/t2").to_moore()

    # AALpy learns our machine by asking for outputs.
    hidden = to_aalpy(task)
    alphabet = hidden.get_input_alphabet()
    sul = suls.AutomatonSUL(hidden)
    oracle = oracles.StatePrefixEqOracle(alphabet, sul, walks_per_state=50, walk_len=20)
    theirs = learning.run_Lstar(alphabet, sul, oracle, automaton_type="moore", print_level=0)
    again = from_aalpy(theirs, outputs=task.outputs, propositions=task.propositions)
    print("AALpy learned it right:", again.equivalent(task))

    # We learn theirs by asking for preferences.
    assert isinstance(again, remap.MooreMachine)
    learned = remap.learn(propositions=task.propositions, outputs=task.outputs, teacher=again, progress=False)
    print("and so did we:", learned.machine.equivalent(task), f"({learned.counts.comparisons} comparisons)")


if __name__ == "__main__":
    main()
