#!/usr/bin/env python3
"""Plants the mistakes listed in tests/mutation/*.txt, one at a time, and checks that the tests notice each.

A mistake is a block of lines `file:`, `room:`, `old:`, `new:`, `why:`; `old` is text that occurs once in the file. Each is
planted in a copy of the tree below build/mutants, where the tests of its module are built and run: noticed means that a test
fails; a mistake that does not compile is an error in the list. Exits with 1 unless 90 % of all, and 7 of 8 in every module, are
noticed.
"""
import argparse
import pathlib
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
WORK = ROOT / "build" / "mutants"
TREE = WORK / "tree"
BUILD = WORK / "build"
# What is run for a module, until a test fails; a module's own tests come first.
PROGRAMS = {
    "logic": ["logic_tests", "automata_tests"],
    "learning": ["learning_tests", "conformance_tests"],
    "belief": ["belief_tests", "teachers_tests"],
    "teachers": ["teachers_tests", "conformance_tests"],
}


def read_arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rooms", nargs="*", metavar="MODULE", help="plant the mistakes of these modules (default: all)")
    parser.add_argument("--only", default="", metavar="TEXT", help="plant only mistakes whose `why` contains TEXT")
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--list", action="store_true", help="print the mistakes and plant none")
    what.add_argument("--check", action="store_true", help="only make sure that each can still be planted")
    return parser.parse_args()


def read_mistakes():
    mistakes = []
    for path in sorted((ROOT / "tests" / "mutation").glob("*.txt")):
        for number, block in enumerate(path.read_text().split("\n\n"), 1):
            fields = dict(line.split(": ", 1) for line in block.splitlines() if ": " in line)
            if not fields:
                continue
            missing = {"file", "room", "old", "new", "why"} - fields.keys()
            if missing:
                sys.exit(f"{path}: block {number} lacks {', '.join(sorted(missing))}")
            mistakes.append(fields)
    return mistakes


def out_of_date(mistakes):
    """What cannot be planted, because the source has changed."""
    for mistake in mistakes:
        path = ROOT / mistake["file"]
        times = path.read_text().count(mistake["old"]) if path.is_file() else 0
        if times != 1:
            yield f"{mistake['file']}: '{mistake['old'].strip()}' occurs {times} times, expected once ({mistake['why']})"


def run(command, **options):
    return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, **options)


def prepare():
    TREE.mkdir(parents=True, exist_ok=True)
    listed = run(["git", "-C", str(ROOT), "ls-files"]).stdout.splitlines()
    for path in {path for path in TREE.rglob("*") if path.is_file()} - {TREE / name for name in listed}:
        path.unlink()  # of an earlier state of the source
    for name in listed:
        source, target = ROOT / name, TREE / name
        if source.is_file() and (not target.exists() or target.read_bytes() != source.read_bytes()):
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(source, target)
    if not (BUILD / "build.ninja").exists():
        made = run(["cmake", "-S", str(TREE), "-B", str(BUILD), "-G", "Ninja", "-DCMAKE_BUILD_TYPE=None",
                    "-DCMAKE_CXX_FLAGS=-O1", "-DREMAP_COMPILE_TOGETHER=OFF"])
        if made.returncode != 0:
            sys.exit(made.stdout)


def failure(room):
    """The first test of a module that fails in the copy, "" when none does."""
    for program in PROGRAMS.get(room, [room + "_tests"]):
        built = run(["cmake", "--build", str(BUILD), "--target", program])
        if built.returncode != 0:
            sys.exit(f"{program} does not compile\n{built.stdout[-2000:]}")
        try:
            ran = run([str(BUILD / "tests" / program), "--gtest_brief=1", "--gtest_fail_fast"], timeout=600)
        except subprocess.TimeoutExpired:
            return f"{program} does not end"
        if ran.returncode != 0:
            failed = [line for line in ran.stdout.splitlines() if line.startswith("[  FAILED  ]")]
            return failed[0][13:] if failed else f"{program} ended with {ran.returncode}"
    return ""


def failure_with(mistake):
    """The first test that notices the mistake, "" when none does."""
    path = TREE / mistake["file"]
    text = path.read_text()
    path.write_text(text.replace(mistake["old"], mistake["new"]))
    try:
        return failure(mistake["room"])
    finally:
        path.write_text(text)


def main():
    arguments = read_arguments()
    mistakes = read_mistakes()
    for room in arguments.rooms:
        if room not in {mistake["room"] for mistake in mistakes}:
            sys.exit(f"no mistake is listed for the module '{room}'")
    mistakes = [mistake for mistake in mistakes
                if (not arguments.rooms or mistake["room"] in arguments.rooms) and arguments.only in mistake["why"]]
    if arguments.list:
        for mistake in mistakes:
            print(f"{mistake['room']:12} {mistake['file']:45} {mistake['why']}")
        return 0
    stale = list(out_of_date(mistakes))
    if stale:
        print("\n".join(stale), file=sys.stderr)
        return 1
    if arguments.check:
        print(f"{len(mistakes)} mistakes can be planted")
        return 0
    prepare()
    by_room = {}
    survivors = []
    for mistake in mistakes:
        if mistake["room"] not in by_room and (how := failure(mistake["room"])):
            sys.exit(f"{mistake['room']}: {how} fails without any mistake")
        how = failure_with(mistake)
        found = how != ""
        counts = by_room.setdefault(mistake["room"], [0, 0])
        counts[0] += found
        counts[1] += 1
        if not found:
            survivors.append(mistake)
        print(f"{'noticed ' if found else 'SURVIVED'} {mistake['room']:12} {mistake['why']}  {how}", flush=True)
    print()
    good = True
    for room, (hits, all_of_them) in sorted(by_room.items()):
        print(f"{room:12} {hits} of {all_of_them} noticed")
        good = good and 8 * hits >= 7 * all_of_them
    total = sum(counts[0] for counts in by_room.values())
    good = good and 10 * total >= 9 * len(mistakes)
    print(f"{'all':12} {total} of {len(mistakes)} noticed")
    for mistake in survivors:
        print(f"survived: {mistake['file']}: {mistake['why']}")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
