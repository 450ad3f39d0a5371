"""The examples run, and mypy finds nothing in them."""

import importlib.util
import os
import subprocess
import sys

import pytest
import remap
from conftest import ROOT
from scripted_server import ScriptedServer

EXAMPLES = ROOT / "examples"


def run(name, *arguments, folder, **options):
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(p for p in sys.path if p)}
    done = subprocess.run(
        [sys.executable, str(EXAMPLES / name), *arguments],
        cwd=folder, capture_output=True, text=True, env=environment, **options,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_there_are_five():
    assert len(list(EXAMPLES.glob("*.py"))) == 5


def test_function_teacher(tmp_path):
    said = run("function_teacher.py", str(tmp_path), folder=tmp_path)
    assert "{coffee} {} {office}: 1" in said and "{coffee} {plant} {office}: 0" in said
    assert (tmp_path / "coffee.json").exists()


def test_person_stops_and_goes_on(tmp_path, monkeypatch, capsys):
    """Tea is good, whatever else; the person stops after five answers."""
    spec = importlib.util.spec_from_file_location("person", EXAMPLES / "person.py")
    person = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(person)
    asked = []

    def typed(prompt):
        one, two = ("tea" in line for line in capsys.readouterr().out.splitlines()[-2:])
        asked.append((one, two))
        return "q" if len(asked) == 6 else "nonsense" if len(asked) == 8 else "1" if one > two else "2" if two > one else "="

    def repeated(prompt):  # after nonsense the question is not shown again
        return typed(prompt) if len(asked) != 8 else (asked.append(None), {"10": "1", "01": "2"}.get(f"{asked[7][0]:d}{asked[7][1]:d}", "="))[1]

    monkeypatch.setattr("builtins.input", repeated)
    person.main(str(tmp_path / "tea.jsonl"))
    assert "5 answers are kept" in capsys.readouterr().out
    person.main(str(tmp_path / "tea.jsonl"))
    assert "MooreMachine: 2 states" in capsys.readouterr().out and len(asked) > 9


def test_interoperation(tmp_path):
    pytest.importorskip("aalpy", reason="AALpy is not installed")
    said = run("interoperation.py", folder=tmp_path)
    assert "AALpy learned it right: True" in said and "and so did we: True" in said


def test_train_with_crm(tmp_path):
    pytest.importorskip("gymnasium", reason="Gymnasium is not installed")
    said = run("train_with_crm.py", str(tmp_path), folder=tmp_path)
    assert "without a machine: 0 for an episode" in said
    last = [float(line.split(": ")[1].split()[0]) for line in said.splitlines() if "per step at the end" in line]
    assert last[0] > 0.02
    assert (tmp_path / "crm.svg").read_text().count("<polyline") == 3


def test_language_model(tmp_path):
    def value(word):
        coffee = False
        for i, letter in enumerate(word):
            if coffee and "is in the office" in letter:
                return int(i + 1 == len(word))
            coffee = coffee or "gets coffee" in letter
        return 0

    with ScriptedServer(value) as server:
        said = run("language_model.py", server.url, "scripted", folder=tmp_path)
        assert "RewardMachine" in said and "self-agreement 100 %" in said
        calls = len(server.answered)
        run("language_model.py", server.url, "scripted", folder=tmp_path)
        assert len(server.answered) == calls > 0


def test_mypy_finds_nothing():
    pytest.importorskip("gymnasium", reason="Gymnasium is not installed")
    if importlib.util.find_spec("mypy") is None:
        pytest.skip("mypy is not installed")
    assert remap.__file__ is not None
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--no-error-summary", "--cache-dir", str(ROOT / "build/mypy"), "examples"],
        cwd=ROOT, capture_output=True, text=True,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
