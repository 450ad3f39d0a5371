#!/usr/bin/env python3
"""How time, memory and questions grow with the size of a machine, for every built-in family.

    python3 bench/growth.py [build/release/remap] [FAMILY…] [--seconds 60]

Each family is learned from a small machine up to one a hundred times larger, as far as a run ends within the given seconds.
Times are processor time, of runs that take less than a second the least of three. The exponents are slopes of least squares in
logarithms over runs of at least 20 ms; "time / comparisons" is the quotient of two of them: 1 means that the time per comparison
does not grow. Exit code 1 if that quotient exceeds 1.3 for a family.
"""

import argparse
import json
import math
import os
import subprocess
import sys
import tempfile

FAMILIES = {
    "random": ("random:{},5,4", [100, 300, 1000, 3000, 10000]),
    "chain": ("chain:{}", [30, 100, 300, 1000, 3000, 10000]),
    "lock": ("lock:{},2", [10, 30, 100, 300, 1000]),
    "counter": ("counter:{}", [20, 50, 100, 200, 400, 800, 2000]),
    "grid": ("grid:{0},{0}", [5, 8, 12, 25, 50]),
    "permutation": ("permutation:{}", [30, 100, 300, 1000, 3000]),
    "collect": ("collect:{}", [2, 3, 4, 5, 6]),
    "relevant": ("relevant:{},2,4", [10, 30, 100, 300, 1000]),
}
LIMIT = 1.3  # of time / comparisons


def learn_once(program, machine, limit):
    """Seconds of processor time, MiB at most, and what --json says; nothing if the run takes longer."""
    with tempfile.TemporaryFile("w+") as out:
        process = subprocess.Popen(
            ["prlimit", f"--cpu={math.ceil(limit)}", program, "learn", machine, "--json"],
            stdout=out, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        _, status, usage = os.wait4(process.pid, 0)
        if os.waitstatus_to_exitcode(status) != 0:
            return None
        out.seek(0)
        return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024, json.load(out)


def learn(program, machine, limit):
    """The same, with the least time of three runs if they are short."""
    run = learn_once(program, machine, limit)
    if run is None or run[0] >= 1:
        return run
    return min(run, learn_once(program, machine, limit), learn_once(program, machine, limit), key=lambda each: each[0])


def exponent(points):
    """The slope of log y over log x; nothing for fewer than two points."""
    points = [(math.log(x), math.log(y)) for x, y in points if x > 0 and y > 0]
    if len(points) < 2:
        return math.nan
    x0 = sum(x for x, _ in points) / len(points)
    y0 = sum(y for _, y in points) / len(points)
    spread = sum((x - x0) ** 2 for x, _ in points)
    return sum((x - x0) * (y - y0) for x, y in points) / spread if spread > 0 else math.nan


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program", nargs="?", default="build/release/remap")
    parser.add_argument("family", nargs="*", default=list(FAMILIES))
    parser.add_argument("--seconds", type=float, default=60)
    options = parser.parse_args()
    unknown = [name for name in options.family if name not in FAMILIES]
    if unknown:
        parser.error(f"unknown family '{unknown[0]}', expected one of {', '.join(FAMILIES)}")
    columns = "{:<12} {:>16} {:>8} {:>12} {:>12} {:>9} {:>8}"
    print(columns.format("family", "machine", "states", "comparisons", "equivalence", "seconds", "MiB"))
    failed, summary = [], []
    for name in options.family:
        pattern, sizes = FAMILIES[name]
        runs = []
        for size in sizes:
            run = learn(options.program, pattern.format(size), options.seconds)
            if run is None:
                break
            seconds, memory, said = run
            states, comparisons, questions = said["states"], said["preference_queries"], said["equivalence_queries"]
            runs.append((states, seconds, memory, comparisons, questions))
            print(columns.format(name, pattern.format(size), f"{states:,}", f"{comparisons:,}", questions, f"{seconds:.3f}",
                                 f"{memory:.0f}"), flush=True)  # fmt: skip
        timed = [run for run in runs if run[1] >= 0.02]
        time, comparisons = exponent([run[:2] for run in timed]), exponent([(run[0], run[3]) for run in timed])
        quotient = time / comparisons
        if quotient > LIMIT:
            failed.append(name)
        summary.append((name, time, exponent([(run[0], run[2]) for run in timed]), comparisons,
                        exponent([(run[0], run[4]) for run in runs]), quotient))  # fmt: skip
    columns = "{:<12} {:>6} {:>8} {:>12} {:>12} {:>20}"
    print("\nexponents\n" + columns.format("family", "time", "memory", "comparisons", "equivalence", "time / comparisons"))
    for name, *numbers in summary:
        print(columns.format(name, *(f"{number:.2f}" for number in numbers)))
    if failed:
        print(f"time grows too fast: {', '.join(failed)}", file=sys.stderr)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
