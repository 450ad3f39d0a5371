"""Sessions: asked one question at a time, over the same log as everywhere."""

import subprocess
import sys
import textwrap

import pytest
import remap
from test_learn import EXPECTED, LETTERS, Judge, compare, is_right


def test_a_session_asks_what_learn_asks(tmp_path):
    asked = []

    def teacher(a, b):
        asked.append((a, b))
        return compare(a, b)

    whole = remap.learn(teacher=teacher, **LETTERS)
    seen = []
    with remap.Session(tmp_path / "run.jsonl", **LETTERS) as session:
        for question in session:
            assert session.question == question, "the same until it is answered"
            seen.append(tuple(question))
            session.answer(compare(*question))
        assert session.finished and session.question is None
        assert session.result.machine == whole.machine
        assert session.result.counts.comparisons == whole.counts.comparisons
        assert len(session.answers) == len(seen)
        with pytest.raises(remap.Misuse):
            session.answer(0)
    assert sorted(map(repr, seen)) == sorted(map(repr, asked))


def test_every_answer_is_kept_at_once(tmp_path):
    """A process that is killed after n answers leaves n answers."""
    program = f"""
        import os, sys
        sys.path.insert(0, {str(__file__.rsplit("/", 1)[0])!r})
        import remap
        from test_learn import LETTERS, compare
        session = remap.Session("run.jsonl", **LETTERS)
        for n, question in enumerate(session):
            if n == 7:
                os.kill(os.getpid(), 9)
            session.answer(compare(*question))
    """
    killed = subprocess.run([sys.executable, "-c", textwrap.dedent(program)], cwd=tmp_path)
    assert killed.returncode == -9
    session = remap.Session(tmp_path / "run.jsonl")
    assert len(session.answers) == 7
    for question in session:
        session.answer(compare(*question))
    assert is_right(session.result.machine)


def test_machines_are_judged(tmp_path):
    judge = Judge()
    questions = 0
    with remap.Session(tmp_path / "run.jsonl", judge=True, **LETTERS) as session:
        for question in session:
            if isinstance(question, remap.Equivalence):
                questions += 1
                session.answer(judge.equivalence(question.machine))
            else:
                session.answer(compare(question.a, question.b))
        assert is_right(session.result.machine)
        assert session.result.counts.equivalence_questions == questions > 0


def test_answers_can_be_changed_and_taken_back(tmp_path):
    """The first clear answer is a lie, which comes out; it is changed, another one is taken back."""
    with remap.Session(tmp_path / "run.jsonl", **LETTERS) as session:
        lie = 0

        def go_on(honest):
            nonlocal lie
            for question in session:
                answer = compare(question.a, question.b)
                if not honest and answer and not lie:
                    lie, answer = len(session.answers) + 1, -answer
                session.answer(answer)

        with pytest.raises((remap.Contradiction, remap.Misuse)):
            go_on(False)
            assert not is_right(session.result.machine)
            raise remap.Misuse("a lie that fits")
        assert lie
        told = session.answers[lie - 1]
        session.change(lie, None)
        assert session.answers[lie - 1] != told
        session.retract(lie)
        session.retract(2)
        go_on(True)
        assert is_right(session.result.machine)
        with pytest.raises(remap.InputError, match="no answer 10000"):
            session.retract(10_000)


def test_what_does_not_agree_with_the_file_is_refused(tmp_path):
    path = tmp_path / "run.jsonl"
    with remap.Session(path, seed=3, **LETTERS) as session:
        assert session.question is not None
        with pytest.raises(remap.InputError, match="another process|in use|works on"):
            remap.Session(path)
        with pytest.raises(remap.Misuse):
            session.result
    for wrong in ({"letters": ["x"]}, {"outputs": [1, 2, 3]}, {"seed": 4}):
        with pytest.raises(remap.InputError, match="the session in the file has"):
            remap.Session(path, **wrong)
    assert remap.Session(path, seed=3).settings["seed"] == "3"


def test_a_session_without_a_file():
    session = remap.Session(**LETTERS)
    for question in session:
        session.answer(compare(*question))
    assert is_right(session.result.machine)
    assert len(session.result.machine) == len(EXPECTED)


def test_an_unfinished_session_does_not_keep_a_program_from_ending():
    program = "import remap; s = remap.Session(letters=['a'], outputs=[0, 1]); print(s.question)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0 and "Comparison" in done.stdout
