"""The command that is installed with the package."""

import subprocess
import sys

import pytest
import remap
import remap.__main__ as main


def run(*arguments, cwd=None):
    return subprocess.run([sys.executable, "-m", "remap", *arguments], capture_output=True, text=True, cwd=cwd)


def test_it_runs_with_its_parts(tmp_path):
    if main.tool() is None:
        pytest.skip("the package was built without the tool")
    assert run("--version").stdout.startswith(f"remap {remap.__version__}")
    learned = run("learn", "craft/t1", "--output", "machine.json", cwd=tmp_path)
    assert learned.returncode == 0, learned.stderr
    assert remap.read(tmp_path / "machine.json").equivalent(remap.task("craft/t1"))
    refused = run("learn", "no such task")
    assert refused.returncode == 2 and "no such task" in refused.stderr
    (tmp_path / "study").mkdir()
    exported = run("study", "export", "study", cwd=tmp_path)
    assert exported.returncode == 2 and "study.json" in exported.stderr


def test_where_there_is_none_that_is_said(monkeypatch, capsys):
    monkeypatch.setattr(main, "tool", lambda: None)
    assert main.main(["--version"]) == 2
    assert "the command line tool was not built" in capsys.readouterr().err
    monkeypatch.undo()
    monkeypatch.setattr(main.importlib.metadata, "files", lambda name: None)
    assert main.tool() is None
