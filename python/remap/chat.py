"""A language model as a teacher for the command line:

    remap learn --teacher 'python -m remap.chat --model NAME --task "…"' --propositions coffee,office --outputs 0,1
"""

from __future__ import annotations

import argparse
import json
import sys
from typing import Any, Dict, List, Optional

from ._core import Error, InputError
from ._letters import Word
from .language_model import KEY_VARIABLE, VERDICTS, BudgetSpent, ChatError, ChatTeacher
from .teachers import positioned

ANSWERS = {answer: verdict for verdict, answer in VERDICTS.items()}


def _word(names: List[str], sets: bool) -> Word:
    if not sets:
        return tuple(names)
    return tuple(frozenset(filter(None, name.strip("{}").split(","))) for name in names)


def _names_file(path: str) -> Dict[str, str]:
    names = {}
    with open(path, encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            line = line.strip()
            if not line or line.startswith("#"):
                continue
            letter, equals, name = line.partition("=")
            if not equals:
                raise InputError(f"{path}:{number}: expected 'LETTER = name'")
            names[letter.strip()] = name.strip()
    return names


def _options() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m remap.chat",
        description="A language model as a teacher for 'remap learn --teacher'. The key of the server comes from the "
        f"environment ({KEY_VARIABLE}, or the one named by --key-variable).",
    )
    parser.add_argument("--base-url", default="http://localhost:8000/v1", help="address of the server (%(default)s)")
    parser.add_argument("--model", required=True, help="name of the model")
    parser.add_argument("--task", required=True, help="the goal of the sequences, in words")
    parser.add_argument("--names", metavar="FILE", help="lines 'LETTER = name' that name propositions or letters for the model")
    parser.add_argument("--cache", metavar="FILE", help="keep every verdict in this file")
    parser.add_argument("--max-calls", type=int, help="stop after this many calls")
    parser.add_argument("--max-tokens", type=int, help="stop after this many tokens")
    parser.add_argument("--max-seconds", type=float, help="begin no request after this many seconds")
    parser.add_argument("--parallel", type=int, default=8, help="requests at a time (%(default)s)")
    parser.add_argument("--retries", type=int, default=8, help="how often a request is retried (%(default)s)")
    parser.add_argument("--timeout", type=float, default=60.0, help="seconds for one request (%(default)s)")
    parser.add_argument("--backoff", type=float, default=0.5, help="seconds before the first retry (%(default)s)")
    parser.add_argument(
        "--temperature",
        type=lambda text: None if text == "none" else float(text),
        default=0.0,
        help="of the model (%(default)s); none: as the server likes",
    )
    parser.add_argument("--key-variable", default=KEY_VARIABLE, help="environment variable with the key (%(default)s)")
    return parser


def _serve(teacher: ChatTeacher) -> None:
    """Speaks the protocol for teachers that are programs."""

    def say(message: Dict[str, Any]) -> None:
        print(json.dumps(message), flush=True)

    sets = False
    for line in sys.stdin:
        message = json.loads(line)
        if "remap" in message:
            sets = bool(message.get("propositions"))
            say({"ready": True, "equivalence": False, "errs": True})
        elif "compare" in message:
            asked = message["compare"]
            pairs = [(_word(q["a"], sets), _word(q["b"], sets)) for q in asked]
            try:
                for position, answer in positioned(teacher.compare(pairs)):
                    say({"answers": [{"id": asked[position]["id"], "answer": ANSWERS[answer]}]})
            except BudgetSpent as error:
                say({"stop": str(error)})
                return
            except ChatError as error:
                say({"error": str(error)})
                return
        else:
            return


def main(arguments: Optional[List[str]] = None) -> int:
    given = vars(_options().parse_args(arguments))
    names = given.pop("names")
    try:
        teacher = ChatTeacher(names=_names_file(names) if names else None, **given)
    except (Error, OSError) as error:
        print(f"remap.chat: {error}", file=sys.stderr)
        return 2
    try:
        _serve(teacher)
    finally:
        teacher.close()
        if teacher.report.pairs:
            print(f"remap.chat: {teacher.report}", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
