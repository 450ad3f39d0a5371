#!/usr/bin/env python3
"""Attacks logs of sessions: runs killed at any moment, logs cut at every byte, bytes changed at random, values of their
JSON changed. Afterwards a run ends with the right machine, or says what is wrong: no other machine with exit code 0, no
signal, no internal error. What is salvaged of a changed log is finished with the right machine. Usage: logs.py PROGRAM
[SHARE], where a share of 1 is 1,000 kills, every byte, 10,000 changed bytes and 5,000 changed values."""

import collections
import json
import pathlib
import random
import subprocess
import sys
import tempfile
import time

PROGRAM = pathlib.Path(sys.argv[1]).resolve()
SHARE = float(sys.argv[2]) if len(sys.argv) > 2 else 1.0
RUNS = {
    "exact": ["learn", "random:4,2,2", "--seed", "5"],
    "order-sampling": ["learn", "random:4,2,2", "--seed", "5", "--equivalence", "order-sampling", "--samples", "20"],
}
dice = random.Random(1)
failures = 0
counts = collections.Counter()


def remap(folder, *words):
    return subprocess.run([PROGRAM, *words], cwd=folder, capture_output=True, text=True, errors="replace")


def fail(what, said=None):
    global failures
    failures += 1
    print("FAILED", what, "" if said is None else f"exit code {said.returncode}: {said.stderr[:200]}", flush=True)


def check(folder, log, right, what):
    """Resumes a log; it may be refused, or be finished, but not end otherwise."""
    (folder / "run.jsonl").write_bytes(log)
    (folder / "again.json").unlink(missing_ok=True)
    said = remap(folder, "resume", "run.jsonl", "--quiet", "--output", "again.json")
    counts[what.split(":")[1].split()[0], said.returncode] += 1
    if said.returncode not in (0, 1, 2):
        fail(what, said)
    elif said.returncode == 0 and (folder / "again.json").read_bytes() != right:
        fail(what + ": another machine", said)
    return said.returncode


def check_salvaged(folder, log, right, what):
    """Every fourth time: what is sound of a changed log leads to the right machine. Without a first line nothing is."""
    if dice.randrange(4):
        return
    (folder / "run.jsonl").write_bytes(log)
    (folder / "sound.jsonl").unlink(missing_ok=True)
    said = remap(folder, "log", "run.jsonl", "--salvage", "sound.jsonl")
    if said.returncode not in (0, 1, 2):
        fail(what + ": salvaged", said)
    elif said.returncode != 2 and check(folder, (folder / "sound.jsonl").read_bytes(), right, what) != 0:
        fail(what + ": what was salvaged is not finished")


def changed_value(value):
    """The value with one leaf changed to another of its kind."""
    leaves = []

    def visit(at):
        for key in at if isinstance(at, dict) else range(len(at)):
            if isinstance(at[key], (dict, list)) and at[key]:
                visit(at[key])
            else:
                leaves.append((at, key))

    visit(value)
    at, key = dice.choice(leaves)
    old = at[key]
    at[key] = {
        str: lambda: dice.choice(["a", "b", "equal", "unsure", "0", "1", "2", old[::-1], ""]),
        int: lambda: old + dice.choice([-1, 1, 2**32]),
        bool: lambda: not old,
    }.get(type(old), lambda: [old])()
    return value


def attack(name, learn, folder):
    begun = time.monotonic()
    said = remap(folder, *learn, "--session", "run.jsonl", "--output", "right.json", "--quiet")
    usual = time.monotonic() - begun
    if said.returncode != 0:
        return fail(f"{name}: learning", said)
    right, log = (folder / "right.json").read_bytes(), (folder / "run.jsonl").read_bytes()
    lines = log.decode().splitlines()

    for _ in range(int(500 * SHARE)):
        (folder / "run.jsonl").unlink(missing_ok=True)
        (folder / "again.json").unlink(missing_ok=True)
        begun = time.monotonic()
        process = subprocess.Popen(
            [PROGRAM, *learn, "--session", "run.jsonl", "--output", "again.json", "--quiet"],
            cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )
        time.sleep(dice.random() * 1.2 * usual)
        process.kill()
        process.wait()
        usual += 0.05 * (time.monotonic() - begun - usual) if process.returncode == 0 else 0.02 * usual
        counts["kills landed", process.returncode] += 1
        if (folder / "run.jsonl").exists():
            if check(folder, (folder / "run.jsonl").read_bytes(), right, f"{name}: killed") != 0:
                fail(f"{name}: killed after {time.monotonic() - begun:.3f} s, and not finished by resuming")
        left = {path.name for path in folder.iterdir()} - {"run.jsonl", "again.json", "right.json"}
        left.discard(".again.json.remap-new")  # the one moment that a replaced file needs; the next writing removes it
        if left:
            fail(f"{name}: killed, and this is left: {left}")
            for each in left:
                (folder / each).unlink()

    step = max(1, int(1 / SHARE))
    for cut in range(0, len(log), step):
        code = check(folder, log[:cut], right, f"{name}: cut after {cut} bytes")
        if code != 0 and cut > len(lines[0]):
            fail(f"{name}: cut after {cut} bytes, it must go on")
    for _ in range(int(5000 * SHARE)):
        at, bit = dice.randrange(len(log)), dice.randrange(8)
        damaged = bytearray(log)
        damaged[at] ^= 1 << bit
        check(folder, bytes(damaged), right, f"{name}: bit {bit} of byte {at}")
        check_salvaged(folder, bytes(damaged), right, f"{name}: salvaged, bit {bit} of byte {at}")
    for _ in range(int(2500 * SHARE)):
        number = dice.randrange(len(lines))
        edited = list(lines)
        edited[number] = json.dumps(changed_value(json.loads(lines[number])), separators=(",", ":"))
        text = ("\n".join(edited) + "\n").encode()
        check(folder, text, right, f"{name}: line {number + 1} {edited[number]}")
        check_salvaged(folder, text, right, f"{name}: salvaged, line {number + 1} {edited[number]}")


for name, learn in RUNS.items():
    with tempfile.TemporaryDirectory() as place:
        attack(name, learn, pathlib.Path(place))
for (what, code), count in sorted(counts.items()):
    print(f"{count:6} {what:14} exit code {code}")
print(f"{failures} failures")
sys.exit(1 if failures else 0)
