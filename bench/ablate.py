#!/usr/bin/env python3
"""What each number that decides a question is worth: learns the machines of ablation_bench with other values of it.

    python3 bench/ablate.py NAME…                  # these numbers
    python3 bench/ablate.py --all                  # every one of src/learning/tuning/tuning.hpp
    python3 bench/ablate.py NAME --values 1,2,4    # with these values instead of the ends of its range, its half and its double

Builds the library with REMAP_TUNABLE in build/tunable. Each row has a value and, by group of machines, how many per cent more
questions and equivalence questions it takes than the value in use; `all` weighs the groups alike. `wrong` is how many more runs ended
with a wrong machine. `--table` prints a row for each number as in docs/tuning.md, the most telling ones first.
"""

import argparse
import math
import os
import pathlib
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
BUILD = ROOT / "build" / "tunable"
BENCH = BUILD / "bench" / "ablation_bench"


def build():
    options = ["-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release", "-DREMAP_TUNABLE=ON", "-DREMAP_BUILD_BENCH=ON", "-DREMAP_BUILD_CLI=OFF",
               "-DREMAP_BUILD_TESTS=OFF", "-DREMAP_WITH_Z3=OFF"]
    commands = [["cmake", "--build", str(BUILD), "--target", "ablation_bench"]]
    if not (BUILD / "build.ninja").exists():
        commands.insert(0, ["cmake", "-S", str(ROOT), "-B", str(BUILD), *options])
    for command in commands:
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        if done.returncode != 0:
            sys.exit(done.stdout)


def run(part, tune="", limit=None):
    """{(group, way): (questions, equivalence questions, wrong)}; None if it takes longer than so many seconds."""
    command, environment = [BENCH, part], dict(os.environ, REMAP_TUNE=tune)
    try:
        text = subprocess.run(command, env=environment, stdout=subprocess.PIPE, text=True, check=True, timeout=limit).stdout
    except subprocess.TimeoutExpired:
        return None
    rows = [line.split("\t") for line in text.splitlines()]
    return {(group, way): tuple(map(int, rest)) for group, way, *rest in rows}


def numbers():
    text = subprocess.run([BENCH, "numbers"], stdout=subprocess.PIPE, text=True, check=True).stdout
    rows = [line.split("\t") for line in text.splitlines()]
    return {name: (float(value), float(low), float(high), effect) for name, value, low, high, effect in rows}


def change(before, after):
    """Per cent, as the geometric mean over the groups."""
    pairs = [(b, a) for b, a in zip(before, after) if b > 0]
    return 100 * (math.exp(sum(math.log(max(a, 1) / b) for b, a in pairs) / len(pairs)) - 1) if pairs else 0.0


def compare(before, after, group=None):
    keys = [key for key in before if group in (None, key[0]) and before[key][0] > 0]
    return [change([before[key][i] for key in keys], [after[key][i] for key in keys]) for i in (0, 1)]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--values", metavar="V,V")
    parser.add_argument("--part", default="all", choices=["all", "held-out"])
    parser.add_argument("--table", action="store_true")
    arguments = parser.parse_args()
    build()
    known = numbers()
    names = list(known) if arguments.all else arguments.names
    for name in names:
        if name not in known:
            sys.exit(f"there is no number '{name}'; src/learning/tuning/tuning.hpp lists them")
    begin = time.monotonic()
    usual = run(arguments.part)
    limit = 20 * (time.monotonic() - begin)
    groups = sorted({group for group, _ in usual})
    table = []
    for name in names:
        value, low, high, effect = known[name]
        values = [float(v) for v in arguments.values.split(",")] if arguments.values else [low, value / 2, 2 * value, high]
        cells, largest = [], 0.0
        for other in dict.fromkeys(min(max(v, low), high) for v in values):
            if other == value:
                continue
            changed = run(arguments.part, f"{name}={other:g}", limit)
            if changed is None:
                cells.append(f"{other:g}: takes 20 times as long")
                print(f"{name} {value:g} -> {cells[-1]}", file=sys.stderr)
                continue
            wrong = sum(row[2] for row in changed.values()) - sum(row[2] for row in usual.values())
            questions, equivalence = compare(usual, changed)
            cells.append(f"{other:g}: {questions:+.1f}/{equivalence:+.1f}" + (f" ({wrong} wrong)" if wrong else ""))
            largest = max(largest, abs(questions), abs(equivalence) / 4)
            if not arguments.table:
                parts = [f"{group} {q:+.1f}/{e:+.1f}" for group in groups for q, e in [compare(usual, changed, group)]]
                print(f"{name} {value:g} -> {cells[-1]}  {'  '.join(parts)}", flush=True)
        table.append((largest, f"| `{name}` | {effect} | {value:g} | {', '.join(cells)} |"))
    if arguments.table:
        print("\n".join(row for _, row in sorted(table, reverse=True)))


if __name__ == "__main__":
    main()
