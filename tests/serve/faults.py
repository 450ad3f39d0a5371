#!/usr/bin/env python3
"""Every write, flush and renaming of a server of a study fails once: the disk is full after half of a line, or there is an
error. After each request, what was called saved is on disk and what was not is not; the request is sent again until it is
saved, and then it is there once. Usage: faults.py PROGRAM FAILING_CALLS (tests/support/failing_calls.cpp)."""

import collections
import pathlib
import sys
import tempfile

from support import Person, Server, make_study, meant, on_disk, people_of

PROGRAM, FAILING_CALLS = (str(pathlib.Path(path).resolve()) for path in sys.argv[1:3])
STUDIES = [{"mode": "own", "at_once": 3}, {"mode": "together", "at_once": 3, "lease_seconds": 1}]


class Run:
    """A short study, of which one call fails."""

    def __init__(self, folder, study, call):
        self.folder = make_study(folder, participants=1, **study)
        self.mode = study["mode"]
        self.calls = folder / "calls"
        self.refused = 0  # requests that were not saved
        self.call = call

    def expect(self, holds, what):
        if not holds:
            raise AssertionError(f"{self.mode}, {self.call or 'no fault'}: {what}")

    def tell(self, person, action, body, told):
        """Sends a request until it is saved; `told` is what is on disk then."""
        for _ in range(4):
            before = self.stored(person)
            status, reply = person.act(action, body)
            if status == 200:
                self.expect(self.stored(person) == told, f"{action} was called saved: {self.stored(person)} is not {told}")
                return reply
            self.refused += 1
            self.expect(status == 503 and reply["error"].startswith("Not saved: "), f"{action}: {status} {reply}")
            self.expect(self.stored(person) == before, f"{action} was not called saved, but changed what is on disk")
        raise AssertionError(f"{action} is never saved")

    def log(self, person):
        return self.folder / ("session.jsonl" if self.mode == "together" else f"sessions/{person.id}.jsonl")

    def stored(self, person):
        return collections.Counter(on_disk(self.log(person))[person.id].values())

    def start(self, env=None):
        self.server = Server(PROGRAM, self.folder.parent, "--study", self.folder.name, env=env)

    def go(self):
        env = {"LD_PRELOAD": FAILING_CALLS, "REMAP_CALLS": str(self.calls), "REMAP_FAIL": self.call}
        at_start = False
        try:
            self.start(env)
        except RuntimeError as error:  # it could not begin, said so, and can begin now
            at_start = True
            self.expect(": " in str(error) and "terminate" not in str(error), error)
            self.start()
        person = Person(Person(self.server.url).get("study")[1]["participants"][0]["link"])
        for _ in range(3):
            status, reply = person.get("state")
            person.id = reply["study"]["participant"]
            if reply["kind"] != "consent":
                break
            status, reply = person.act("consent", {"hash": reply["consent"]["hash"]})
            self.refused += status != 200
            self.expect(status in (200, 503), f"consent: {status} {reply}")
        told = collections.Counter()
        state = self.state(person)
        last = None
        for count in range(5):
            action, body = Person.command(state)
            last = meant(state, action, body)
            told[last] += 1
            state = self.next(person, self.tell(person, action, body, +told))
        told[last] -= 1
        state = self.next(person, self.tell(person, "undo", {"id": state["last"]}, +told))
        first = state["history"][-1]
        if first["kind"] == "comparison":
            content = on_disk(self.log(person))[person.id][first["id"]]
            told[content] -= 1
            told[(*content[:3], "unsure")] += 1
            state = self.next(person, self.tell(person, "change", {"id": first["id"], "answer": "unsure"}, +told))
        while state["kind"] == "comparison" and not last[0] == "accept" and sum(told.values()) < 40:
            action, body = Person.command(state)
            told[meant(state, action, body)] += 1
            state = self.next(person, self.tell(person, action, body, +told))
        if state["kind"] == "check":
            action, body = Person.command(state)
            told[meant(state, action, body)] += 1
            self.tell(person, action, body, +told)
        code, errors = self.server.end()
        self.expect(code == 0, f"exit code {code}: {errors}")
        self.expect(self.refused == 0 or "Z " in errors, f"nothing was reported: {errors}")
        self.start()
        self.expect(people_of(self.server)[0].state()["answers"] == sum(told.values()), "after a restart there are others")
        self.expect(self.server.end()[0] == 0, "the end")
        return self.refused > 0 or at_start

    def state(self, person):
        """What is asked; while it cannot be, the server says why."""
        for _ in range(8):
            status, reply = person.get("state")
            if status == 200 and reply["kind"] not in ("waiting", "working"):
                return reply
            if status != 200:
                self.refused += 1
                self.expect(status == 503 and reply["error"], f"state: {status} {reply}")
        raise AssertionError("there is never a question")

    def next(self, person, reply):
        return reply if reply["kind"] in ("comparison", "check") else self.state(person)


def main(folder):
    runs = refused = 0
    for study in STUDIES:
        undisturbed = Run(folder / study["mode"], study, "")
        undisturbed.go()
        counts = [int(number) for number in undisturbed.calls.read_text().split()]
        assert counts[0] > 10 and counts[1] > 10, counts
        for kind, count in zip(("write", "sync", "name"), counts):
            for number in range(1, count + 1):
                runs += 1
                refused += Run(folder / f"run{runs}", study, f"{kind}:{number}").go()
    assert refused > runs / 2, f"only {refused} of {runs} faults were noticed"
    print(f"{runs} faults, {refused} of them noticed by a request or at the start; what was called saved is on disk")


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as made:
        main(pathlib.Path(made))
