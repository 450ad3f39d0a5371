#!/usr/bin/env python3
"""schema_test.py REMAP SCHEMA: what `--json` prints is valid by docs/json-output.schema.json, command by command."""
import json
import pathlib
import subprocess
import sys
import tempfile

import jsonschema

COMMANDS = [
    "learn office/t1",
    "learn office/t1 --preset paper --seed 7",
    "learn craft/t1 --preset lstar",
    "learn craft/t1 --absorbing HALT --events one",
    "learn random:20,3,3 --equivalence sampling --samples 50",
    "learn random:20,3,3 --equivalence order-sampling",
    "learn office/t1 --session run.jsonl",
    "resume run.jsonl",
    "replay run.jsonl",
    "log run.jsonl",
    "log run.jsonl --answers",
    "world office",
    "world office/t1 --policy planner",
    "experiment queries --quick --tasks office/t1 --trials 1 --output out --export csv --no-figures",
]


def main():
    program, schema = pathlib.Path(sys.argv[1]).resolve(), json.loads(pathlib.Path(sys.argv[2]).read_text())
    with tempfile.TemporaryDirectory() as folder:
        for command in COMMANDS:
            words = command.split() + ["--json"]
            said = subprocess.run([program, *words], cwd=folder, check=True, capture_output=True, text=True).stdout
            name = {"resume": "learn"}.get(words[0], words[0])
            chosen = {"$ref": f"#/$defs/{name}", "$defs": schema["$defs"]}
            jsonschema.Draft202012Validator(chosen).validate(json.loads(said))
        # The check can fail: a number as a string, a missing key.
        report = json.loads(subprocess.run([program, "learn", "craft/t1", "--json"], check=True, capture_output=True).stdout)
        for spoilt in ({**report, "seed": "1"}, {k: v for k, v in report.items() if k != "settings"}):
            try:
                jsonschema.Draft202012Validator({"$ref": "#/$defs/learn", "$defs": schema["$defs"]}).validate(spoilt)
            except jsonschema.ValidationError:
                continue
            sys.exit("a spoilt report was found valid")
    print(f"{len(COMMANDS)} outputs are valid")


if __name__ == "__main__":
    main()
