#!/usr/bin/env python3
"""A server of a study, asked over HTTP: what it is told at the wrong time, on a full disk, twice, or about a damaged log.
Usage: study_test.py PROGRAM [unittest's arguments]."""

import pathlib
import subprocess
import sys
import tempfile
import unittest

from support import Person, Server, make_study, meant, on_disk, people_of, records

PROGRAM = str(pathlib.Path(sys.argv.pop(1)).resolve())


class Study(unittest.TestCase):
    def setUp(self):
        self.made = tempfile.TemporaryDirectory()
        self.addCleanup(self.made.cleanup)
        self.folder = pathlib.Path(self.made.name)

    def serve(self, *words, **options):
        server = Server(PROGRAM, self.folder, *words, **options)
        self.addCleanup(lambda: server.alive() and server.end(9))
        return server

    def begin(self):
        """A study that is being served, and the people in it; nobody waits long for somebody else."""
        make_study(self.folder / "coffee", lease_seconds=1)
        self.server = self.serve("--study", "coffee")
        self.log = self.folder / "coffee" / "session.jsonl"
        return people_of(self.server)

    def ends_well(self):
        code, errors = self.server.end()
        self.assertEqual(code, 0, errors)
        return errors

    def both_asked(self, people):
        """States in which both have a comparison, after some answers."""
        for _ in range(200):
            states = [person.get("state")[1] for person in people]
            if sum(state.get("answers", 0) for state in states) > 1 and [s["kind"] for s in states] == ["comparison"] * 2:
                return states
            for person, state in zip(people, states):
                if state["kind"] in ("comparison", "check"):
                    person.answer(state)
                    break
        self.fail("they never have a question at the same time")

    def test_a_verdict_is_not_changed_into_a_comparison(self):
        person = self.begin()[0]
        verdict = next(answer for answer in person.finish()["history"] if answer["kind"] == "accepted")
        before = self.log.read_bytes()
        status, reply = person.act("change", {"id": verdict["id"], "answer": "equal"})
        self.assertEqual(status, 400)
        self.assertIn("is not a comparison", reply["error"])
        self.assertEqual(self.log.read_bytes(), before)
        self.assertEqual(person.get("state")[1]["kind"], "done")
        self.ends_well()

    def test_a_full_disk_changes_nothing_and_is_over_when_there_is_room(self):
        people = self.begin()
        states = self.both_asked(people)
        before = self.log.read_bytes()
        self.server.room(self.log)
        for person, state in zip(people, states):
            status, reply = person.answer(state)
            self.assertEqual((status, reply), (503, {"error": "Not saved: the disk is full"}))
            self.assertEqual(person.get("state")[1], state, "the same question, the same count")
        first = people[0] if states[0]["answers"] else people[1]
        self.assertEqual(first.act("undo", {})[0], 503)
        self.assertEqual(self.log.read_bytes(), before)
        self.server.room()
        for person, state in zip(people, states):
            self.assertEqual(person.answer(state)[0], 200)
            self.assertEqual(person.answer(state)[0], 200, "sent twice")
            said = list(on_disk(self.log)[person.id].values())
            self.assertEqual(said.count(meant(state, *Person.command(state))), 1)
        people[0].finish()
        errors = self.ends_well()
        self.assertIn(f"Z {people[0].id}: Not saved: the disk is full\n", errors)
        self.assertNotIn(people[0].link.path.strip("/"), errors, "no line holds an address")

    def test_a_full_disk_after_the_end(self):
        person = self.begin()[0]
        person.finish()
        self.server.room(self.log)
        self.assertEqual(person.act("undo", {"name": "done"})[0], 503)
        self.assertEqual(person.get("state")[1]["kind"], "done")
        self.server.room()
        self.assertEqual(person.act("undo", {"name": "done"})[0], 200)
        self.assertEqual(sum("retract" in line for line in records(self.log)), 1)
        self.ends_well()

    def test_a_correction_after_a_failure_is_made(self):
        people = self.begin()
        states = self.both_asked(people)
        self.server.room(self.log)
        self.assertEqual(people[0].answer(states[0])[0], 503)
        self.server.room()
        person, state = next((p, s) for p, s in zip(people, states) if s["answers"])
        self.assertEqual(person.act("undo", {"id": state["last"]})[0], 200)
        self.assertEqual(person.act("undo", {"id": state["last"]})[0], 200, "sent twice")
        self.assertEqual([line["retract"] for line in records(self.log) if "retract" in line], [state["last"]])
        self.ends_well()

    def test_consent_on_a_full_disk(self):
        make_study(self.folder / "coffee")
        self.server = self.serve("--study", "coffee")
        participants = self.folder / "coffee" / "participants.jsonl"
        before = participants.read_bytes()
        person = Person(Person(self.server.url).get("study")[1]["participants"][0]["link"])
        agreed = {"hash": person.get("state")[1]["consent"]["hash"]}
        self.server.room(participants)
        self.assertEqual(person.act("consent", agreed), (503, {"error": "Not saved: the disk is full"}))
        self.assertEqual(person.get("state")[1]["kind"], "consent")
        self.assertEqual(participants.read_bytes(), before)
        self.server.room()
        self.assertEqual(person.act("consent", agreed)[0], 200)
        self.ends_well()
        self.server = self.serve("--study", "coffee")
        again = Person(Person(self.server.url).get("study")[1]["participants"][0]["link"])
        self.assertEqual(again.state()["kind"], "comparison")
        self.ends_well()

    def test_an_answer_is_known_after_a_restart(self):
        for mode, at_once in (("own", 1), ("own", 3), ("together", 3)):
            with self.subTest(mode=mode, at_once=at_once):
                name = f"{mode}{at_once}"
                make_study(self.folder / name, mode=mode, at_once=at_once)
                server = self.serve("--study", name)
                person = people_of(server)[0]
                log = self.folder / name / ("session.jsonl" if mode == "together" else f"sessions/{person.id}.jsonl")
                names = set()
                for count in range(1, 8):
                    state = person.state()
                    self.assertNotIn(state["name"], names)
                    names.add(state["name"])
                    action, body = Person.command(state)
                    self.assertEqual(person.act(action, body)[0], 200)
                    self.assertEqual(len(on_disk(log)[person.id]), count, "it was called saved")
                    server.end(9)
                    server = self.serve("--study", name)
                    person = people_of(server)[0]
                    status, reply = person.act(action, body)
                    self.assertEqual((status, reply["answers"]), (200, count), "its reply was lost")
                    if action == "answer":
                        other = {**body, "answer": "unsure"}
                        status, reply = person.act(action, other)
                        self.assertEqual(status, 409)
                        self.assertIn("another window", reply["error"])
                    self.assertEqual(len(on_disk(log)[person.id]), count)
                server.end()

    def test_two_windows(self):
        make_study(self.folder / "coffee", mode="own", at_once=4)
        server = self.serve("--study", "coffee")
        person = people_of(server)[0]
        log = self.folder / "coffee" / "sessions" / f"{person.id}.jsonl"
        for _ in range(3):
            person.answer()
        shown = person.state()
        self.assertEqual(person.answer(shown)[0], 200)
        self.assertNotEqual(person.state()["name"], shown["name"])
        self.assertEqual(person.answer(shown, "unsure")[0], 409, "the other window still shows this one")
        said = list(on_disk(log)[person.id].values())
        self.assertEqual(len(said), 4)
        self.assertEqual(said[-1], meant(shown, *Person.command(shown)))
        server.end()

    def test_a_damaged_log_costs_one_participant(self):
        make_study(self.folder / "coffee", mode="own")
        self.server = self.serve("--study", "coffee")
        people = people_of(self.server)
        for person in people:
            person.answer()
        self.ends_well()
        log = self.folder / "coffee" / "sessions" / f"{people[0].id}.jsonl"
        text = bytearray(log.read_bytes())
        text[-60] ^= 1
        log.write_bytes(text)
        self.server = self.serve("--study", "coffee")
        study = Person(self.server.url).get("study")
        self.assertEqual(study[0], 200)
        rows = study[1]["participants"]
        self.assertEqual(rows[0]["unreadable"], "log damaged at line 3")
        self.assertEqual([rows[1]["answers"], rows[1].get("unreadable")], [1, None])
        first, second = (Person(row["link"]) for row in rows)
        status, reply = first.get("state")
        self.assertEqual(status, 500)
        self.assertIn("tell whoever runs the study", reply["error"])
        self.assertEqual(second.get("state")[1]["answers"], 1)
        errors = self.ends_well()
        self.assertIn(f"Z {people[0].id}: ", errors)
        self.assertIn(".jsonl:3", errors)
        exported = subprocess.run([PROGRAM, "study", "export", "coffee"], cwd=self.folder, capture_output=True, text=True)
        self.assertEqual(exported.returncode, 1)
        self.assertIn(people[1].id, exported.stdout)
        self.assertIn("line", exported.stderr.replace(":3", "line"))

    def test_more_participants_than_files(self):
        make_study(self.folder / "many", mode="own", participants=120)
        server = self.serve("--study", "many", files=64)
        rows = Person(server.url).get("study")[1]["participants"]
        for row in rows:
            self.assertEqual(Person(row["link"]).agree().state()["kind"], "comparison")
        for row in rows[:20]:
            self.assertEqual(Person(row["link"]).agree().answer()[0], 200, "its session was closed meanwhile")
        process = pathlib.Path(f"/proc/{server.process.pid}")
        self.assertLess(len(list((process / "fd").iterdir())), 60)
        self.assertLess(len(list((process / "task").iterdir())), 60)
        self.assertEqual(server.end()[0], 0)

    def test_who_has_finished(self):
        people = self.begin()
        people[0].answer()
        people[1].finish()
        study = Person(self.server.url).get("study")[1]
        self.assertEqual([bool(row["finished"]) for row in study["participants"]], [False, True])
        self.assertEqual(study["session"]["kind"], "done")
        self.assertEqual(people[1].act("undo", {})[0], 200)
        people[1].state()
        study = Person(self.server.url).get("study")[1]
        self.assertFalse(study["participants"][1]["finished"], "there is a question again")
        people[1].finish()
        self.ends_well()

    def test_a_port_belongs_to_one_server(self):
        server = self.serve("--demo", "--session", "one.jsonl")
        port = Person(server.url).link.port
        second = subprocess.run([PROGRAM, "serve", "--demo", "--session", "two.jsonl", "--listen", f"127.0.0.1:{port}"],
                                cwd=self.folder, capture_output=True, text=True, timeout=20)
        self.assertEqual(second.returncode, 2)
        self.assertIn("the address is in use", second.stderr)
        server.end()

    def test_the_folder_of_the_page_is_checked(self):
        said = subprocess.run([PROGRAM, "serve", "--demo", "--page-folder", "nowhere"], cwd=self.folder, capture_output=True,
                              text=True, timeout=20)
        self.assertEqual(said.returncode, 2)
        self.assertIn("nowhere: there is no '", said.stderr)

    def test_one_person_on_a_full_disk(self):
        server = self.serve("--demo", "--session", "one.jsonl")
        person = Person(server.url)
        for _ in range(3):
            person.answer()
        state = person.state()
        server.room(self.folder / "one.jsonl")
        self.assertEqual(person.answer(state), (503, {"error": "Not saved: the disk is full"}))
        self.assertEqual(person.state(), state)
        server.room()
        url, (code, _) = server.url, server.end()
        self.assertEqual(code, 0)
        server = self.serve("one.jsonl")
        self.assertEqual(server.url, url, "the address survives a restart")
        self.assertEqual(Person(url).state(), state)
        server.end()


if __name__ == "__main__":
    unittest.main()
