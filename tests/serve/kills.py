#!/usr/bin/env python3
"""Kills the server of a study at random moments while people answer, in both modes and with all keys of study.json, and
starts it again. Whatever was called saved is in the log, once and to the question that was shown; what was on its way is
sent again and is in the log once. Usage: kills.py PROGRAM [KILLS [SEED]]; without a number 20 kills, nightly 1,000."""

import collections
import http.client
import os
import pathlib
import random
import sys
import tempfile
import threading

from support import Person, Server, make_study, meant, on_disk, people_of

PROGRAM = str(pathlib.Path(sys.argv[1]).resolve())
KILLS = int(sys.argv[2]) if len(sys.argv) > 2 else 1000 if "REMAP_NIGHTLY" in os.environ else 20
dice = random.Random(int(sys.argv[3]) if len(sys.argv) > 3 else 1)

STUDIES = [
    {"mode": "own"},
    {"mode": "own", "at_once": 3},
    {"mode": "own", "at_once": 5, "lease_seconds": 1, "show_machine": True, "participants": 4},
    {"mode": "own", "settings": {"teacher-errs": "off", "confirm": "growth"}},
    {"mode": "own", "settings": {"absorbing": "bad"}, "at_once": 4},
    {"mode": "own", "longest": 3, "title": "Title", "text": "Text", "world": "office"},
    {"mode": "own", "names": {"f": "gets coffee"}, "value_names": ["low", "middle", "high"]},
    {"mode": "together"},
    {"mode": "together", "at_once": 1, "lease_seconds": 1},
    {"mode": "together", "at_once": 6, "participants": 4},
]


class Study:
    def __init__(self, folder, changes):
        self.changes = changes
        self.folder = make_study(folder, **{"participants": 2, **changes})
        self.saved = collections.defaultdict(list)  # per person, what was called saved
        self.flying = {}                            # per person, the state and command whose reply did not come
        self.server = None
        self.people = []

    def start(self):
        self.server = Server(PROGRAM, self.folder.parent, "--study", self.folder.name)
        links = [each["link"] for each in Person(self.server.url).get("study")[1]["participants"]]
        ids = [person.id for person in self.people]
        self.people = [Person(link).agree() for link in links]
        assert not ids or ids == [person.id for person in self.people], "links stay valid"

    def log(self, person):
        return self.folder / ("session.jsonl" if self.changes["mode"] == "together" else f"sessions/{person.id}.jsonl")

    def check(self):
        """Returns how many answers are not on disk as they were called saved."""
        missing = 0
        for person in self.people:
            found = collections.Counter(on_disk(self.log(person))[person.id].values())
            told = collections.Counter(self.saved[person.id])
            missing += sum((told - found).values())
            extra = found - told
            if person.id in self.flying:
                extra -= collections.Counter([meant(*self.flying[person.id])])
            if missing or extra:
                print("FAILED", self.changes, person.id, "missing:", told - found, "not told:", extra, flush=True)
                missing += sum(extra.values())
        return missing

    def send(self, person, state, action, body):
        self.flying[person.id] = (state, action, body)
        status, reply = person.act(action, body)
        del self.flying[person.id]
        if status == 200:
            self.saved[person.id].append(meant(state, action, body))
        return status, reply

    def step(self, person):
        """One answer; false when there is nothing more to ask."""
        if person.id in self.flying:
            state, action, body = self.flying[person.id]
            status, _ = self.send(person, state, action, body)
            if status not in (200, 409):
                raise AssertionError(f"sent again: {status}")
            return True
        state = person.get("state")[1]
        if state["kind"] in ("waiting", "working"):
            return True
        if state["kind"] not in ("comparison", "check"):
            return False
        said = dice.choice(["left", "right", "equal", "unsure"]) if dice.random() < 0.05 and "settings" not in self.changes else None
        status, reply = self.send(person, state, *Person.command(state, said))
        if status == 200 and reply["kind"] in ("comparison", "check") and reply["name"] == state["name"]:
            raise AssertionError("another question has the same name")
        return True


def run(folder):
    killed = missing = answers = 0
    number = 0
    met = collections.Counter()
    while killed < KILLS:
        study = Study(folder / f"study{number}", STUDIES[number % len(STUDIES)])
        number += 1
        ended = set()
        for _ in range(max(2, min(30, KILLS // len(STUDIES)))):
            study.start()
            process = study.server.process
            timer = threading.Timer(dice.random() * 0.4, process.kill)
            timer.start()
            try:
                while len(ended) < len(study.people) or study.flying:
                    person = dice.choice(study.people)
                    if not study.step(person):
                        ended.add(person.id)
            except (ConnectionError, http.client.HTTPException, TimeoutError):
                pass
            timer.cancel()
            study.server.end(9)
            killed += 1
            missing += study.check()
            if killed >= KILLS or len(ended) == len(study.people):
                break
        answers += sum(len(each) for each in study.saved.values())
        met[study.changes["mode"]] += 1
    print(f"{killed} kills in {number} studies ({dict(met)}), {answers} answers called saved, {missing} missing or there twice")
    return missing


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as made:
        sys.exit(1 if run(pathlib.Path(made)) else 0)
