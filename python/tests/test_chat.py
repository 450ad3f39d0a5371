"""A language model as the teacher, against a server that answers as it is told."""

import io
import json
import os
import subprocess
import sys
import textwrap
import time
from pathlib import Path

import pytest
import remap
from remap.language_model import BudgetSpent, ChatError, ChatTeacher, verdict_in
from remap.teachers import positioned
from scripted_server import ScriptedServer

TASK = "Bring coffee to the office."
OFFICE = remap.task("office/t1")
HIDDEN = OFFICE.to_moore()
KEY = "sk-very-secret-4711"
HERE = str(Path(__file__).parent)


def value(word):
    return HIDDEN.output_indices[HIDDEN.state_after(word)]


def learn(server, **options):
    session = options.pop("session", None)
    teacher = ChatTeacher(server.url, "scripted", TASK, backoff=0.001, **options)
    try:
        return remap.learn(
            teacher=teacher,
            propositions=HIDDEN.propositions,
            outputs=HIDDEN.outputs,
            session=session,
            samples=60,
            progress=False,
        ), teacher.report
    finally:
        teacher.close()


@pytest.mark.parametrize("style", ["json", "talk", "word"])
def test_an_honest_model(style):
    with ScriptedServer(value, style=style) as server:
        learned, report = learn(server)
        assert learned.machine.equivalent(HIDDEN)
        assert report.flips == report.unsure == report.retries == 0
        assert report.calls == len(server.answered) == 2 * report.pairs - report.cached
        assert report.prompt_tokens > 0 and report.self_agreement == 1
        assert "self-agreement 100 %" in str(report)


def test_what_breaks_is_tried_again_and_changes_nothing(tmp_path):
    with ScriptedServer(value) as server:
        clean, _ = learn(server)
    with ScriptedServer(value, broken=0.1) as server:
        learned, report = learn(server)
    assert report.retries > 0
    clean.machine.write(tmp_path / "clean.json")
    learned.machine.write(tmp_path / "broken.json")
    assert (tmp_path / "clean.json").read_bytes() == (tmp_path / "broken.json").read_bytes()


def test_a_verdict_that_flips_is_unsure():
    with ScriptedServer(value, flips=1.0) as server:
        teacher = ChatTeacher(server.url, "scripted", TASK, retries=0)
        word = (HIDDEN.letters[1], HIDDEN.letters[2])
        assert list(teacher.compare([(word, ()), ((), word)])) == [None, None]
        assert teacher.report.flips == 2 and teacher.report.self_agreement == 0


class Judged(ChatTeacher):
    """A model beside somebody who can tell a right machine from a wrong one."""

    def equivalence(self, machine):
        return machine.find_counterexample(HIDDEN)


def runs_of_a_model_that_errs(seeds):
    """How many runs end with the right machine, and the calls of all."""
    right = calls = 0
    for seed in seeds:
        with ScriptedServer(value, flips=0.2, wrong=0.05, seed=seed) as server:
            teacher = Judged(server.url, "scripted", TASK)
            learned = remap.learn(
                teacher=teacher,
                propositions=HIDDEN.propositions,
                outputs=HIDDEN.outputs,
                teacher_errs="comparisons",
                seed=seed,
                progress=False,
            )
            right += learned.machine.equivalent(HIDDEN)
            calls += teacher.report.calls
    return right, calls


def test_a_model_that_flips_and_errs_teaches_the_right_machine():
    # One run in twenty may end wrong; among few runs there can be more of these by chance.
    seeds, fewest = (range(1, 101), 95) if os.environ.get("REMAP_NIGHTLY") else (range(1, 11), 8)
    right, calls = runs_of_a_model_that_errs(seeds)
    assert right >= fewest
    assert calls <= 250 * len(seeds), f"{calls / len(seeds):.0f} calls per run"


def test_a_server_that_never_answers_is_an_error_and_no_answer():
    with ScriptedServer(value) as server:
        server.reply = lambda handler: handler.send_error(500)
        with pytest.raises(ChatError, match="no usable reply in 3 attempts"):
            learn(server, retries=2)
        server.reply = lambda handler: handler.send_error(401)
        with pytest.raises(ChatError, match="status 401"):
            learn(server)
    with pytest.raises(ChatError, match="no usable reply"):
        list(ChatTeacher("http://127.0.0.1:9/v1", "m", TASK, retries=0).compare([((), ())]))


@pytest.mark.parametrize("limit", [{"max_calls": 30}, {"max_tokens": 2000}, {"max_seconds": 0.001}])
def test_budgets_end_a_run_that_can_go_on(tmp_path, limit):
    path, cache = tmp_path / "run.jsonl", str(tmp_path / "cache.jsonl")
    with ScriptedServer(value) as server:
        with pytest.raises(BudgetSpent, match="used up"):
            learn(server, session=path, cache=cache, **limit)
        if "max_calls" in limit:
            assert len(server.answered) == 30
        teacher = ChatTeacher(server.url, "scripted", TASK, cache=cache)
        learned = remap.resume(path, teacher, progress=False)
        assert learned.machine.equivalent(HIDDEN)
        assert len(server.answered) == len(set(server.answered)), "no call is paid for twice"


def test_killed_and_resumed_no_call_is_repeated(tmp_path):
    """The process is killed by the server, at its 41st question."""
    process = []

    def kill(server):
        if len(server.answered) == 40 and process and process[0].poll() is None:
            process[0].kill()

    program = f"""
        import sys
        sys.path.insert(0, {HERE!r})
        import remap
        from test_chat import HIDDEN, TASK
        teacher = remap.ChatTeacher(sys.argv[1], "scripted", TASK, cache="cache.jsonl", parallel=1)
        remap.learn(teacher=teacher, propositions=HIDDEN.propositions, outputs=HIDDEN.outputs, session="run.jsonl",
                    samples=60, progress=False)
    """
    with ScriptedServer(value, on_request=kill) as server:
        process.append(subprocess.Popen([sys.executable, "-c", textwrap.dedent(program), server.url], cwd=tmp_path))
        assert process[0].wait() == -9
        answered = list(server.answered)
        assert len(answered) >= 40
        kept = set(answered[:40])
        teacher = ChatTeacher(server.url, "scripted", TASK, cache=str(tmp_path / "cache.jsonl"), parallel=1)
        learned = remap.resume(tmp_path / "run.jsonl", teacher, progress=False)
        assert learned.machine.equivalent(HIDDEN)
        assert not kept & set(server.answered[len(answered) :])


def test_the_key_is_found_nowhere(tmp_path, monkeypatch, capfd):
    monkeypatch.setenv("MY_KEY", KEY)
    with ScriptedServer(value) as server:
        learned, report = learn(
            server, key_variable="MY_KEY", cache=str(tmp_path / "cache.jsonl"), session=tmp_path / "run.jsonl"
        )
        assert server.authorizations == {f"Bearer {KEY}"}
        server.reply = lambda handler: handler.send_error(403)
        with pytest.raises(ChatError) as caught:
            learn(server, key_variable="MY_KEY")
    texts = [path.read_text(encoding="utf-8") for path in tmp_path.iterdir()]
    texts += [str(report), repr(caught.value), repr(learned), *capfd.readouterr()]
    assert len(texts) >= 7 and not any(KEY in text for text in texts)
    assert "scripted" in (tmp_path / "run.jsonl").read_text() and TASK in (tmp_path / "run.jsonl").read_text()


@pytest.mark.parametrize(
    "text, verdict",
    [
        ('{"answer": "a"}', "a"),
        ('{"answer": "Equal", "why": "same"}', "equal"),
        ('Sure!\n{"answer": "b"}', "b"),
        ("B.", "b"),
        ("Answer: unsure", "unsure"),
        ('{"answer": "c"}', None),
        ("a or b", None),
        ('{"answer": "a"} no, {"answer": "b"}', None),
        ("[]", None),
        ("", None),
    ],
)
def test_verdicts_are_read(text, verdict):
    assert verdict_in(text) == verdict


def test_words_are_called_by_their_names():
    teacher = ChatTeacher("http://localhost/v1", "m", TASK, {"c": "gets coffee"})
    assert teacher.describe((frozenset({"c", "o"}), frozenset())) == "1. gets coffee, o\n2. nothing"
    assert teacher.describe(()) == "(nothing happens)"
    for wrong in ("localhost:8000", "http://user:secret@host/v1", "ftp://host"):
        with pytest.raises(remap.InputError):
            ChatTeacher(wrong, "m", TASK)


def chat_command(server, *more):
    chat = [sys.executable, "-m", "remap.chat", "--base-url", server.url, "--model", "scripted", "--task", f"'{TASK}'"]
    return " ".join([*chat, "--backoff", "0.001", *more])


def run_command(command, folder, *arguments):
    environment = {**os.environ, "OPENAI_API_KEY": KEY, "PYTHONPATH": os.pathsep.join(p for p in sys.path if p)}
    return subprocess.run([command, *arguments], cwd=folder, capture_output=True, text=True, env=environment)


def test_as_a_teacher_of_the_command(command, tmp_path):
    given = ["--propositions", json.dumps(list(HIDDEN.propositions)), "--outputs", json.dumps([str(o) for o in HIDDEN.outputs])]
    with ScriptedServer(value) as server:
        teacher = chat_command(server, "--cache", "cache.jsonl")
        arguments = ["--teacher", teacher, *given, "--equivalence", "order-sampling", "--samples", "60"]
        done = run_command(command, tmp_path, "learn", *arguments, "--output", "learned.json")
        assert done.returncode == 0, done.stderr
        assert remap.read(tmp_path / "learned.json").equivalent(HIDDEN)
        assert "self-agreement 100 %" in done.stderr and KEY not in done.stderr + done.stdout
        calls = len(server.answered)
        stopped = run_command(
            command, tmp_path, "learn", "--teacher", chat_command(server, "--max-calls", "20"), *given,
            "--equivalence", "order-sampling", "--samples", "60", "--session", "run.jsonl",
        )  # fmt: skip
        assert stopped.returncode == 1, stopped.stderr
        assert "budget of 20 calls is used up" in stopped.stderr and "remap resume run.jsonl" in stopped.stderr
        assert len(server.answered) == calls + 20
        log = tmp_path / "run.jsonl"
        assert "scripted" in log.read_text() and KEY not in log.read_text()
        learned = remap.resume(log, ChatTeacher(server.url, "scripted", TASK), progress=False)
        assert learned.machine.equivalent(HIDDEN)


WORDS = [tuple(frozenset({name}) for name in names) for names in ("f", "g", "n", "ff", "fg", "fn", "gf", "gg", "gn", "nf", "ng", "nn")]
PAIRS = [(word, ()) for word in WORDS]


def handed_over(teacher, pairs):
    """The answers that come before the error, and the error."""
    given = []
    try:
        for position, answer in positioned(teacher.compare(pairs)):
            given.append((position, answer))
    except Exception as error:  # noqa: BLE001
        return given, error
    return given, None


def test_seconds_end_a_batch_in_time_and_retries_too():
    with ScriptedServer(value, on_request=lambda server: time.sleep(0.3)) as server:
        teacher = ChatTeacher(server.url, "scripted", TASK, max_seconds=0.5, parallel=2)
        begin = time.monotonic()
        given, error = handed_over(teacher, PAIRS)
        assert isinstance(error, BudgetSpent) and "0.5 seconds" in str(error)
        assert time.monotonic() - begin < 1.5
        assert len(given) == teacher.report.pairs in (1, 2) and teacher.report.calls == len(server.answered) == 2 * len(given)
        with pytest.raises(BudgetSpent):
            list(teacher.compare(PAIRS[-1:]))  # the time is over for good
        server.on_request, server.reply = None, lambda handler: handler.send_error(500)
        teacher = ChatTeacher(server.url, "scripted", TASK, max_seconds=0.5, retries=8, backoff=20)
        begin = time.monotonic()
        assert isinstance(handed_over(teacher, PAIRS)[1], BudgetSpent)
        assert time.monotonic() - begin < 5


@pytest.mark.parametrize("parallel", [1, 2, 8])
def test_a_spent_budget_loses_no_answer(tmp_path, parallel):
    with ScriptedServer(value) as server:
        teacher = ChatTeacher(server.url, "scripted", TASK, max_calls=11, parallel=parallel)
        given, error = handed_over(teacher, PAIRS)
        assert isinstance(error, BudgetSpent)
        assert len(given) == teacher.report.pairs == 5 and teacher.report.calls == len(server.answered) == 10
        truth = [int(value(a) > value(b)) - int(value(a) < value(b)) for a, b in PAIRS]
        assert all(answer == truth[position] for position, answer in given)
        with pytest.raises(BudgetSpent):
            learn(server, session=tmp_path / "run.jsonl", max_calls=21, parallel=parallel)
        with remap.Session(tmp_path / "run.jsonl") as session:
            assert len(session.answers) >= 10, "each cost two calls"


def test_an_error_in_one_pair_loses_no_other(tmp_path):
    bad = PAIRS[3]

    def reply(handler, plain=ScriptedServer.reply):
        length = int(handler.headers["Content-Length"])
        body = handler.rfile.read(length)
        if teacher.describe(bad[0]) in json.loads(body)["messages"][-1]["content"]:
            handler.send_error(400)
            return
        handler.rfile = io.BytesIO(body)
        plain(server, handler)

    with ScriptedServer(value) as server:
        server.reply = reply
        teacher = ChatTeacher(server.url, "scripted", TASK, parallel=4)
        given, error = handed_over(teacher, PAIRS)
        assert isinstance(error, ChatError) and "status 400" in str(error)
        positions = [position for position, _ in given]
        assert {0, 1, 2} <= set(positions) and 3 not in positions
        assert len(positions) == len(set(positions)) == teacher.report.pairs
        assert teacher.report.calls == len(server.answered)


def test_nothing_is_tried_again_once_asking_has_failed():
    def reply(handler):
        handler.rfile.read(int(handler.headers["Content-Length"]))
        first = not replied
        replied.append(1)
        if first:
            time.sleep(0.3)
        handler.send_error(400 if first else 500)

    replied = []
    with ScriptedServer(value) as server:
        server.reply = reply
        begin = time.monotonic()
        given, error = handed_over(ChatTeacher(server.url, "scripted", TASK, parallel=8, retries=2, backoff=4), PAIRS)
        assert given == [] and isinstance(error, ChatError) and "status 400" in str(error)
        assert time.monotonic() - begin < 3 and len(replied) <= 8, "what was under way, and nothing after it"


def test_answers_are_in_the_file_as_they_come(tmp_path):
    """A batch that is under way is killed; what was answered before is in the log."""
    program = """
        import os, time, remap

        def slowly(pairs):
            for i, (a, b) in enumerate(pairs):
                if i == 3:
                    time.sleep(0.2)
                if i == 4:
                    os.kill(os.getpid(), 9)
                yield ("a" in b) - ("a" in a)

        remap.learn(teacher=remap.batch(slowly), letters=list("abcdefgh"), outputs=[0, 1], session="run.jsonl", progress=False)
    """
    killed = subprocess.run([sys.executable, "-c", textwrap.dedent(program)], cwd=tmp_path)
    assert killed.returncode == -9
    with remap.Session(tmp_path / "run.jsonl") as session:
        assert len(session.answers) == 4


def test_servers_and_requests_do_not_share_verdicts(tmp_path):
    cache = str(tmp_path / "cache.jsonl")
    asked = []

    def ask(server, **options):
        teacher = ChatTeacher(server.url, "scripted", TASK, cache=cache, **options)
        before = len(server.answered)
        answer = list(teacher.compare(PAIRS[:1]))
        teacher.close()
        asked.append(len(server.answered) - before)
        return answer

    with ScriptedServer(value) as one, ScriptedServer(lambda word: -value(word)) as other:
        assert ask(one) == [-answer for answer in ask(other)]
        assert ask(one) == ask(one, temperature=0.7) == ask(one, temperature=None)
    assert asked == [2, 2, 0, 2, 2]


def test_no_temperature_is_sent_to_models_that_refuse_it():
    bodies = []

    def reply(handler, plain=ScriptedServer.reply):
        body = handler.rfile.read(int(handler.headers["Content-Length"]))
        bodies.append(json.loads(body))
        handler.rfile = io.BytesIO(body)
        plain(server, handler)

    with ScriptedServer(value) as server:
        server.reply = reply
        for temperature in (None, 0.5):
            list(ChatTeacher(server.url, "scripted", TASK, temperature=temperature).compare(PAIRS[:1]))
    assert ["temperature" in body for body in bodies] == [False, False, True, True]
    assert bodies[2]["temperature"] == 0.5


@pytest.mark.parametrize("setting", [{"absorbing": 1}, {"confirm": "all"}, {"recheck": 0.1}])
def test_a_teacher_that_errs_excludes_no_setting(setting):
    class Errs(remap.Teacher):
        errs = True

        def compare(self, pairs):
            return [("a" in a) - ("a" in b) for a, b in pairs]

    learned = remap.learn(teacher=Errs(), letters=["a", "b"], outputs=[0, 1], progress=False, **setting)
    assert learned.doubt is None and learned.machine.run("ba") == 1
    assert remap.learn(teacher=Errs(), letters=["a", "b"], outputs=[0, 1], progress=False).doubt is not None
