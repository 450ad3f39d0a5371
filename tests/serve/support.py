"""What the tests of `remap serve` share: a server, people who ask it over HTTP, and what is on disk."""

import collections
import http.client
import json
import os
import pathlib
import re
import resource
import signal
import subprocess
import urllib.parse

LETTERS = ["f", "g", "n"]
CONSENT = "You compare sequences.\n"


def value(word):
    """Of the example: 2 once coffee came to the office, 0 once the plant is broken, 1 otherwise."""
    if 2 in word:
        return 0
    return 2 if 0 in word and 1 in word[word.index(0):] else 1


def relation(left, right):
    return "left" if value(left) > value(right) else "right" if value(left) < value(right) else "equal"


class Server:
    """remap serve WORDS… in a folder; `env` is added to the environment."""

    def __init__(self, program, folder, *words, env=None, files=None):
        limit = (lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (files, files))) if files else None
        self.process = subprocess.Popen([program, "serve", *words], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                        text=True, env={**os.environ, **(env or {})}, preexec_fn=limit)
        line = self.process.stdout.readline()
        found = re.match(r"Open (\S+)", line)
        if not found:
            raise RuntimeError(f"remap serve {' '.join(words)}: {self.process.communicate()[1]}")
        self.url = found.group(1)

    def room(self, path=None, bytes_left=10):
        """Lets files grow up to the size of this one and some bytes, as on a full disk; without a path, as they like."""
        size = pathlib.Path(path).stat().st_size + bytes_left if path else resource.RLIM_INFINITY
        resource.prlimit(self.process.pid, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))

    def alive(self):
        return self.process.poll() is None

    def end(self, how=signal.SIGTERM):
        """Returns the exit code and what was said on standard error."""
        if self.alive():
            self.process.send_signal(how)
        errors = self.process.communicate(timeout=60)[1]
        return self.process.returncode, errors


class Person:
    """Asks and answers over HTTP, below an address."""

    def __init__(self, link):
        self.link = urllib.parse.urlsplit(link)
        self.id = None

    def raw(self, method, path, body=None, headers=None):
        connection = http.client.HTTPConnection(self.link.hostname, self.link.port, timeout=60)
        try:
            usual = {"Content-Type": "application/json", "Origin": f"http://{self.link.netloc}"} if method == "POST" else {}
            connection.request(method, self.link.path + path, body, {**usual, **(headers or {})})
            response = connection.getresponse()
            return response.status, response.getheader("Content-Type"), response.read().decode()
        finally:
            connection.close()

    def get(self, path):
        status, _, text = self.raw("GET", f"api/{path}")
        return status, json.loads(text)

    def act(self, action, body):
        status, _, text = self.raw("POST", f"api/{action}", json.dumps(body))
        return status, json.loads(text)

    def state(self):
        """What is asked; waits for others, or for the run."""
        while True:
            status, state = self.get("state")
            if status != 200 or state["kind"] not in ("waiting", "working"):
                return state

    def agree(self):
        state = self.get("state")[1]
        if state["kind"] == "consent":
            state = self.act("consent", {"hash": state["consent"]["hash"]})[1]
        self.id = state["study"]["participant"]
        return self

    @staticmethod
    def command(state, said=None):
        """The action and body of a truthful answer to a state, or of another answer to a comparison."""
        if state["kind"] == "comparison":
            question = state["question"]
            return "answer", {"name": state["name"], "answer": said or relation(question["left"], question["right"])}
        wrong = [line for line in state["check"]["predictions"] if line["value"] != value(line["word"])]
        if not wrong:
            return "accept", {"name": state["name"]}
        return "reject", {"name": state["name"], "word": wrong[0]["word"], "value": value(wrong[0]["word"])}

    def answer(self, state=None, said=None):
        return self.act(*self.command(state or self.state(), said))

    def finish(self, most=400):
        for _ in range(most):
            state = self.state()
            if state["kind"] == "done":
                return state
            self.answer(state)
        raise AssertionError("no end")


def make_study(folder, **changes):
    """Describes a study of the example in a folder."""
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True)
    (folder / "consent.txt").write_text(CONSENT)
    study = {"mode": "together", "participants": 2, "letters": LETTERS, "outputs": ["bad", "nothing", "good"],
             "settings": {"confidence": "0.6"}}
    (folder / "study.json").write_text(json.dumps({**study, **changes}))
    return folder


def people_of(server):
    return [Person(each["link"]).agree() for each in Person(server.url).get("study")[1]["participants"]]


def records(log):
    """The whole lines of a log after its head."""
    text = pathlib.Path(log).read_bytes()
    lines = text[:text.rfind(b"\n") + 1].splitlines()
    return [json.loads(line) for line in lines[2:]]


def content(entry):
    """What an answer says, whichever way round."""
    if "a" in entry:
        number = lambda word: tuple(LETTERS.index(letter) for letter in word)
        return compared(number(entry["a"]), number(entry["b"]), {"a": "left", "b": "right"}.get(entry["answer"], entry["answer"]))
    if "accept" in entry:
        return ("accept",)
    return ("reject", tuple(LETTERS.index(letter) for letter in entry["counterexample"]))


def compared(left, right, said):
    left, right = tuple(left), tuple(right)
    if right < left:
        left, right, said = right, left, {"left": "right", "right": "left"}.get(said, said)
    return ("compare", left, right, said)


def meant(state, action, body):
    """What a command says, as `content` says it."""
    if action == "answer":
        return compared(state["question"]["left"], state["question"]["right"], body["answer"])
    return (action,) if action == "accept" else (action, tuple(body["word"]))


def on_disk(log):
    """Per person, the contents of the answers in force, by number; a log that is not there has none."""
    answers = collections.defaultdict(dict)
    owner = {}
    if not pathlib.Path(log).exists():
        return answers
    for line in records(log):
        if "id" in line and line.get("again") != "unasked":
            owner[line["id"]] = line.get("by", "")
            answers[owner[line["id"]]][line["id"]] = line
        elif "retract" in line:
            entry = answers[owner[line["retract"]]].pop(line["retract"])
            if "answer" in line:
                answers[owner[line["retract"]]][line["retract"]] = {**entry, "answer": line["answer"]}
    return collections.defaultdict(dict, {who: {i: content(line) for i, line in each.items()} for who, each in answers.items()})
