#!/usr/bin/env python3
"""How time, memory and questions grow with the size of a machine, for every built-in family.

    python3 bench/growth.py [build/release/remap] [FAMILY…] [--seconds 60]

Each family is learned from a small machine up to one a hundred times larger, as far as a run ends within the given seconds.
Times are processor time without that of a start of the program, of runs that take less than a second the least of five. The
exponents are slopes of least squares in logarithms over runs of at least 2 ms; "per comparison" is the difference of those of time
and comparisons: 0 means that the time per comparison does not grow, 1 that it grows like the number of states. Exit code 1 if it
exceeds 0.7 for a family. It is one fit over the whole range; over the larger machines alone it is steeper for some families.
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
LIMIT = 0.7  # of the time per comparison
SHORTEST = 0.002  # seconds
TIMES = 5


def run(arguments, limit):
    """Seconds of processor time, MiB at most, and what the program prints; nothing if it takes longer."""
    with tempfile.TemporaryFile("w+") as out:
        process = subprocess.Popen(["prlimit", f"--cpu={math.ceil(limit)}", *arguments], stdout=out, stderr=subprocess.DEVNULL)
        _, status, usage = os.wait4(process.pid, 0)
        if os.waitstatus_to_exitcode(status) != 0:
            return None
        out.seek(0)
        return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024, out.read()


def run_several(arguments, limit):
    """The same, with the least time of several runs if they are short."""
    first = run(arguments, limit)
    if first is None or first[0] >= 1:
        return first
    return min([first] + [run(arguments, limit) for _ in range(TIMES - 1)], key=lambda each: each[0])


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
    if not os.access(options.program, os.X_OK):
        parser.error(f"there is no program {options.program}, expected a built remap, such as build/run/remap after ./run")
    columns = "{:<12} {:>16} {:>8} {:>12} {:>12} {:>9} {:>8}"
    print(columns.format("family", "machine", "states", "comparisons", "equivalence", "seconds", "MiB"))
    failed, summary = [], []
    start = run_several([options.program, "--version"], options.seconds)[0]
    for name in options.family:
        pattern, sizes = FAMILIES[name]
        runs = []
        for size in sizes:
            measured = run_several([options.program, "learn", pattern.format(size), "--json"], options.seconds)
            if measured is None:
                break
            seconds, memory, said = measured[0] - start, measured[1], json.loads(measured[2])
            states, comparisons, questions = said["states"], said["preference_queries"], said["equivalence_queries"]
            runs.append((states, seconds, memory, comparisons, questions))
            print(columns.format(name, pattern.format(size), f"{states:,}", f"{comparisons:,}", questions, f"{seconds:.3f}",
                                 f"{memory:.0f}"), flush=True)  # fmt: skip
        timed = [each for each in runs if each[1] >= SHORTEST]
        time, comparisons = exponent([each[:2] for each in timed]), exponent([(each[0], each[3]) for each in timed])
        per_comparison = time - comparisons
        if per_comparison > LIMIT:
            failed.append(name)
        summary.append((name, time, exponent([(each[0], each[2]) for each in timed]), comparisons,
                        exponent([(each[0], each[4]) for each in runs]), per_comparison))  # fmt: skip
    columns = "{:<12} {:>6} {:>8} {:>12} {:>12} {:>20}"
    print("\nexponents\n" + columns.format("family", "time", "memory", "comparisons", "equivalence", "per comparison"))
    for name, *numbers in summary:
        print(columns.format(name, *(f"{number:.2f}" for number in numbers)))
    if failed:
        print(f"time grows too fast: {', '.join(failed)}", file=sys.stderr)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
