#!/usr/bin/env python3
"""How fast the Python package is: comparisons a second, what the wrapper adds to a step, steps of CRM.

    python bench/python_package.py [build/release/bench/worlds_bench]

Processor time, the best of some repetitions, so that what else the machine does counts as little as possible.
"""

import json
import subprocess
import sys
import time

import remap


def best(repetitions, work):
    """The least seconds that `work` took, and what it gave."""
    least, result = float("inf"), None
    for _ in range(repetitions):
        begin = time.process_time()
        result = work()
        least = min(least, time.process_time() - begin)
    return least, result


def comparisons():
    hidden = remap.random_machine(60, 20, 20, seed=1)
    position = {letter: i for i, letter in enumerate(hidden.letters)}
    successors, output, initial = hidden.transitions.tolist(), hidden.output_indices.tolist(), hidden.initial
    known = {}

    def value(word):
        found = known.get(word)
        if found is None:
            state = initial
            for letter in word:
                state = successors[state][position[letter]]
            found = known[word] = output[state]
        return found

    class Batch:
        def compare(self, pairs):
            answers = []
            for a, b in pairs:
                x, y = value(a), value(b)
                answers.append((x > y) - (x < y))
            return answers

        def equivalence(self, machine):
            word = hidden.find_counterexample(machine)
            return None if word is None else remap.Counterexample(word, hidden.run(word))

    class Nothing(Batch):
        """Answers are looked up in a list made before: what is left is the package."""

        def __init__(self, answers):
            self.answers = iter(answers)

        def compare(self, pairs):
            return next(self.answers)

    kept = []

    class Keeping(Batch):
        def compare(self, pairs):
            kept.append(super().compare(pairs))
            return kept[-1]

    given = {"letters": hidden.letters, "outputs": hidden.outputs, "progress": False}
    asked = remap.learn(teacher=Keeping(), **given).counts.asked
    for name, make in (("a batch callback, answers ready", lambda: Nothing(kept)), ("a batch callback that looks up values", Batch)):
        seconds, _ = best(5, lambda: remap.learn(teacher=make(), **given))
        print(f"{name}: {asked / seconds:,.0f} comparisons/s ({asked} asked)")

    def pair(a, b):
        x, y = value(a), value(b)
        return (x > y) - (x < y)

    given["samples"] = 20_000
    seconds, learned = best(3, lambda: remap.learn(teacher=pair, **given))
    print(f"a function of two words: {learned.counts.asked / seconds:,.0f} comparisons/s ({learned.counts.asked} asked)")


def wrapper():
    import gymnasium
    import remap.gym

    steps = 20_000

    def walk(env):
        env.reset(seed=1)
        step, reset = env.step, env.reset

        def work():
            for i in range(steps):
                _, _, done, cut, _ = step(i & 3)
                if done or cut:
                    reset()

        return work

    def inner():
        return gymnasium.make("remap/Office-v0", disable_env_checker=True)

    machine = remap.RewardMachine(
        [(0, 1, "c", 0), (0, 0, "!c", 0), (1, 0, "o", 1), (1, 1, "!o", 0)], propositions=["c", "o"]
    )
    plain, _ = best(7, walk(inner()))
    for kind, state in (("index", "index"), ("dict", "index"), ("dict", "one-hot"), ("flat", "one-hot")):
        env = remap.gym.RewardMachineWrapper(inner(), machine, observation=kind, state=state)
        seconds, _ = best(7, walk(env))
        print(f"the wrapper ({kind}, {state}) adds {1e6 * (seconds - plain) / steps:.2f} µs to a step of {1e6 * plain / steps:.2f} µs")


def crm(program):
    steps = 2_000_000
    task = remap.task("craft/t10")
    seconds, _ = best(3, lambda: remap.crm("craft", task, steps=steps, seed=1))
    print(f"remap.crm on craft/t10: {steps / seconds / 1e6:.1f} million steps/s")
    if program:
        said = subprocess.run(
            [program, "--benchmark_filter=craft_t10$", "--benchmark_format=json", "--benchmark_repetitions=3"],
            capture_output=True, text=True, check=True,
        )  # fmt: skip
        rates = [each["steps/s"] for each in json.loads(said.stdout)["benchmarks"] if each["run_type"] == "iteration"]
        print(f"the same in C++: {max(rates) / 1e6:.1f} million steps/s")


if __name__ == "__main__":
    comparisons()
    wrapper()
    crm(sys.argv[1] if len(sys.argv) > 1 else None)
