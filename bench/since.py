#!/usr/bin/env python3
"""How much faster this version is than an earlier one, and what the default costs beside the paper's preset, in one run.

    python3 bench/since.py [COMMIT] [--times 200] [--remap build/run/remap]

The earlier version is checked out and built in build/since with the same preset (`run`), which takes a few minutes the first
time; the other one has to be built (`./run --version`). The commands are run in turn, so that whatever else the computer does
disturbs them alike. Times are processor time of whole processes, start included: the mean of the lower half of all runs. Of longer
ones user time is shown, too, because clearing pages takes the system a different time from computer to computer; of short ones the
system does not know it.
"""

import argparse
import json
import os
import pathlib
import statistics
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
SINCE = ROOT / "build" / "since"
FASTER = [("random:1000,20,8", 1), ("random:100000,5,4", 0.05)]  # and the part of the times that it is run
DEFAULT = "craft/t10"
SHORTEST = 0.1  # seconds


def build(commit):
    tree = SINCE / commit
    if not tree.exists():
        print(f"since.py: checking out {commit} in {tree}", file=sys.stderr)
        tree.mkdir(parents=True)
        archive = subprocess.run(["git", "archive", commit], cwd=ROOT, capture_output=True, check=True).stdout
        subprocess.run(["tar", "-x"], cwd=tree, input=archive, check=True)
    print("since.py: building it", file=sys.stderr)
    subprocess.run(["cmake", "--preset", "run"], cwd=tree, stdout=subprocess.DEVNULL, check=True)
    subprocess.run(["cmake", "--build", "build/run", "--target", "remap_cli"], cwd=tree, stdout=subprocess.DEVNULL, check=True)
    return tree / "build" / "run" / "remap"


def questions(command):
    result = json.loads(subprocess.run([*command, "--json"], capture_output=True, check=True).stdout)
    return result["preference_queries"], result["equivalence_queries"]


def seconds(command):
    process = subprocess.Popen([*command, "--quiet"], stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    if status != 0:
        sys.exit(f"since.py: {' '.join(map(str, command))} failed")
    return usage.ru_utime + usage.ru_stime, usage.ru_utime


def compare(what, commands, times):
    """Runs the commands in turn and prints the ratio of the first one's time to the second one's."""
    runs = [[], []]
    for _ in range(times):
        for run, command in zip(runs, commands):
            run.append(seconds(command))
    for part, name in enumerate(("user and system", "user")):
        first, second = (statistics.mean(sorted(run[part] for run in each)[: (times + 1) // 2]) for each in runs)
        if name == "user" and second < SHORTEST:
            continue
        print(f"{what:44} {name:16} {1000 * first:9.2f} {1000 * second:9.2f} {first / second:7.2f}", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("commit", nargs="?", metavar="COMMIT")
    parser.add_argument("--times", type=int, default=200)
    parser.add_argument("--remap", default=str(ROOT / "build" / "run" / "remap"))
    arguments = parser.parse_args()

    print(f"{'':44} {'':16} {'first ms':>9} {'second ms':>9} {'ratio':>7}")
    compare(f"{DEFAULT}: default, paper's preset", [[arguments.remap, "learn", DEFAULT, *more] for more in ([], ["--preset", "paper"])],
            arguments.times)
    if arguments.commit is None:
        return
    before = build(arguments.commit)
    for source, part in FASTER:
        commands = [[program, "learn", source] for program in (before, arguments.remap)]
        asked = [questions(command) for command in commands]
        print(f"{source}: comparisons and equivalence questions {asked[0]}, {asked[1]}")
        compare(f"{source}: before, now", commands, max(1, round(part * arguments.times)))


if __name__ == "__main__":
    main()
