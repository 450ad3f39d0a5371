#!/usr/bin/env python3
"""How many output words `remap` asks for, and how many L# does, on the same machines in the same run.

    python3 -m venv build/aalpy && build/aalpy/bin/pip install aalpy
    build/aalpy/bin/python bench/output_words.py [SOURCE…] [--remap build/release/remap] [--seeds 10] [--mealy]

A SOURCE is what `remap learn` takes: a family or a file. Families are learned as Moore machines unless `--mealy` is given, files as
Mealy machines. L# is that of AALpy, in each of its four variants for every seed, with an exact check of each guess; the fewest
of a variant in the mean count. A word that L# asks about is free if it is a prefix of one that was asked before, so that an outer
cache would not lower the figure, and the counterexamples that it was given are among its words. For `remap` they are added.
Exit code 1 if `remap` asks for more than 1.1 times as many anywhere.
"""

import argparse
import collections
import contextlib
import io
import json
import random
import statistics
import subprocess
import sys

from aalpy.base import SUL, Oracle
from aalpy.learning_algs import run_Lsharp

SOURCES = ["random:40,5,4", "random:80,5,4", "protocol:20,6,4", "protocol:30,10,6", "grid:6,6", "counter:20"]
VARIANTS = [(extension, separation) for extension in (None, "SepSeq") for separation in ("ADS", "SepSeq")]
LIMIT = 1.1


class Hidden(SUL):
    """A machine that counts the words it is asked about, without those that begin a word asked before."""

    def __init__(self, machine):
        super().__init__()
        self.is_mealy = machine["type"] == "mealy"
        self.states, self.initial = machine["states"], machine["initial"]
        self.letters = {letter: i for i, letter in enumerate(machine["letters"])}
        self.known, self.asked = {}, 0

    def pre(self):
        self.state, self.at, self.is_new = self.initial, self.known, False

    def post(self):
        self.asked += self.is_new

    def step(self, letter):
        state = self.states[self.state]
        if letter is not None:
            self.state = state["next"][self.letters[letter]]
            self.is_new = self.is_new or letter not in self.at
            self.at = self.at.setdefault(letter, {})
        if not self.is_mealy:
            return self.states[self.state]["output"]
        return None if letter is None else state["output"][self.letters[letter]]


class Exact(Oracle):
    """Finds a shortest word about which a guess is wrong, among all of these one at random."""

    def __init__(self, hidden, rng):
        super().__init__(list(hidden.letters), hidden)
        self.rng = rng

    def find_cex(self, guess):
        hidden = self.sul
        seen = {(hidden.initial, guess.initial_state)}
        queue = collections.deque([(hidden.initial, guess.initial_state, ())])
        while queue:
            state, other, word = queue.popleft()
            letters = list(hidden.letters)
            self.rng.shuffle(letters)
            for letter in letters:
                number = hidden.letters[letter]
                to, to_other = hidden.states[state]["next"][number], other.transitions[letter]
                if hidden.is_mealy:
                    same = hidden.states[state]["output"][number] == other.output_fun[letter]
                else:
                    same = hidden.states[to]["output"] == to_other.output
                if not same:
                    self.sul.query((*word, letter))
                    return (*word, letter)
                if (to, to_other) not in seen:
                    seen.add((to, to_other))
                    queue.append((to, to_other, (*word, letter)))
        return None


def words_of_lsharp(machine, seed):
    """For each variant, how many words it asks for."""
    counts = []
    for extension, separation in VARIANTS:
        hidden = Hidden(machine)
        random.seed(seed)
        with contextlib.redirect_stdout(io.StringIO()):
            learned = run_Lsharp(list(hidden.letters), hidden, Exact(hidden, random.Random(seed)), machine["type"],
                                 extension_rule=extension, separation_rule=separation, cache_and_non_det_check=False,
                                 print_level=0)
        assert len(learned.states) == len(machine["states"]), "L# learned another machine"
        counts.append(hidden.asked)
    return counts


def learn(remap, source, kind, seed):
    command = [remap, "learn", source, "--learner", "tree", "--machine", kind, "--answers", "values", "--json", "--seed", str(seed)]
    result = subprocess.run(command, capture_output=True, text=True)
    if result.returncode != 0:
        sys.exit(f"output_words.py: {' '.join(command)} failed: {result.stderr.strip()}")
    return json.loads(result.stdout)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sources", nargs="*", metavar="SOURCE")
    parser.add_argument("--remap", default="build/release/remap")
    parser.add_argument("--seeds", type=int, default=10)
    parser.add_argument("--mealy", action="store_true", help="learn families as Mealy machines, too")
    arguments = parser.parse_args()

    failed = False
    print(f"{'source':44} {'states':>6} {'letters':>7} {'L#':>8} {'remap':>8} {'ratio':>6} {'wrong guesses':>13}")
    for source in arguments.sources or SOURCES:
        is_file = "." in source.rsplit("/", 1)[-1]
        kind = "mealy" if is_file or arguments.mealy else "moore"
        runs = [learn(arguments.remap, source, kind, seed) for seed in range(1, arguments.seeds + 1)]
        machine = runs[0]["machine"]
        if not all(run["correct"] for run in runs):
            sys.exit(f"output_words.py: {source} was learned wrong")
        guesses = statistics.mean(run["equivalence_queries"] - 1 for run in runs)
        ours = statistics.mean(run["membership_queries"] for run in runs) + guesses
        seeds = arguments.seeds
        theirs = min(statistics.mean(counts) for counts in zip(*(words_of_lsharp(machine, seed) for seed in range(1, seeds + 1))))
        ratio = ours / theirs
        failed = failed or ratio > LIMIT
        print(f"{source.rsplit('/', 1)[-1]:44} {len(machine['states']):6} {len(machine['letters']):7} {theirs:8.1f} {ours:8.1f} "
              f"{ratio:6.2f} {guesses:13.1f}", flush=True)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
