"""Machines: what they hold, what they do, files, pickles, pictures."""

import copy
import pickle
import shutil

import numpy as np
import pytest
import remap

TASKS = remap.tasks()


def even_a():
    return remap.MooreMachine([[1, 0], [0, 1]], [1, 0], outputs=[0, 1], letters=["a", "b"])


def test_there_are_fourteen_tasks():
    assert len(TASKS) == 14 and TASKS[0] == "office/t1" and TASKS[-1] == "craft/t10"


def test_moore_runs_and_steps():
    machine = even_a()
    assert machine.run("") == 1
    assert machine.run("aab") == 1
    assert machine.run(["a", "b"]) == 0
    assert machine.step(0, "a") == (1, 0)
    assert len(machine) == 2
    assert machine.letters == ("a", "b")
    assert machine.outputs == (0, 1)


@pytest.mark.parametrize("array", ["transitions", "output_indices", "values"])
def test_arrays_are_read_only(array):
    with pytest.raises(ValueError):
        getattr(even_a(), array)[0] = 0


def test_reward_arrays_agree_with_steps_and_formulas():
    machine = remap.task("office/t1")
    with pytest.raises(ValueError):
        machine.transitions[0, 0] = 1
    with pytest.raises(ValueError):
        machine.rewards[0, 0] = 1
    mealy = machine.to_mealy()
    for state in range(len(machine)):
        if machine.terminal[state]:
            continue
        for letter in mealy.letters:
            to, reward = machine.step(state, letter)
            column = machine.letter(letter)
            assert (machine.transitions[state, column], machine.rewards[state, column]) == (to, reward)
            assert mealy.step(state, letter) == ((to, reward) if to >= 0 else (-1, None))


def test_events_are_named_in_many_ways_and_wrong_names_are_refused():
    machine = remap.RewardMachine(
        [(0, 0, "!coffee", 0), (0, 1, "coffee", 0), (1, 1, "!office", 0), (1, 2, "office", 1)],
        propositions=["coffee", "office", "mail"],
        terminal=[2],
    )
    for coffee in ("coffee", "{coffee}", "mail+coffee", ["coffee"], {"coffee", "mail"}, {"coffee": True, "office": False}):
        assert machine.step(0, coffee) == (1, 0)
    assert machine.step(0, "{}") == machine.step(0, []) == machine.step(0, {}) == (0, 0)
    assert machine.run("{coffee} {} {office} {mail}") == [0, 0, 1]
    assert machine.run(["coffee", ["office", "mail"]]) == [0, 1]
    assert machine.step(-1, "coffee") == (-1, 0)
    with pytest.raises(remap.InputError, match="no proposition 'cofee'; did you mean 'coffee'"):
        machine.step(0, ["cofee"])
    with pytest.raises(remap.InputError, match="no letter 'cofee'"):
        machine.step(0, "cofee")
    with pytest.raises(remap.InputError, match="unknown letter 'tea' at column 8"):
        machine.run("coffee tea")
    with pytest.raises(remap.InputError, match="gives 'coffee' the value 1, expected True or False"):
        machine.step(0, {"coffee": 1})
    with pytest.raises(remap.InputError, match="booleans without names"):
        machine.step(0, [True, False, False])
    with pytest.raises(remap.InputError, match="is None, expected a collection of names"):
        machine.step(0, None)
    assert machine.step(0, {"coffee", "tea"}, unknown="ignore") == (1, 0)
    assert machine.run([["tea"], ["coffee"]], unknown="ignore") == [0, 0]
    with pytest.raises(remap.InputError, match="unknown cannot be 'warn', expected error or ignore"):
        machine.step(0, ["tea"], unknown="warn")


def test_columns_are_sets_of_the_propositions_in_formulas():
    machine = remap.RewardMachine([(0, 0, "!b", 0), (0, 0, "b", 1)], propositions=["a", "b", "c"])
    assert machine.propositions == ("a", "b", "c") and machine.relevant == ("b",)
    assert machine.transitions.shape == machine.rewards.shape == (1, 2)
    assert machine.rewards[0, machine.letter({"a", "b"})] == 1 and machine.letter("c") == 0


@pytest.mark.parametrize("name", ["office/t1", "craft/t3"])
def test_tables_are_total_and_writable(name):
    machine = remap.task(name)
    tables = machine.tables()
    assert tables.next.shape == tables.reward.shape == (len(machine) + 1, 2 ** len(tables.propositions))
    assert tables.next.flags.writeable and tables.reward.flags.writeable and tables.done.flags.writeable
    assert tables.next.min() >= 0 and tables.next.dtype == np.int32
    random = np.random.default_rng(1)
    for _ in range(50):
        columns = random.integers(2 ** len(tables.propositions), size=12)
        word = [[p for i, p in enumerate(tables.propositions) if column >> i & 1] for column in columns]
        state, earned = machine.initial, []
        for column in columns:
            earned.append(tables.reward[state, column])
            state = tables.next[state, column]
        expected = machine.run(word)
        assert earned[: len(expected)] == expected and not any(earned[len(expected) :])
        assert tables.done[state] or len(expected) == len(word)


def test_bad_machines_are_refused():
    with pytest.raises(remap.InputError, match="shape"):
        remap.MooreMachine([[0]], [1], outputs=[0, 1], letters=["a", "b"])
    with pytest.raises(remap.InputError, match="lead to states"):
        remap.MooreMachine([[0, 2]], [1], outputs=[0, 1], letters=["a", "b"])
    with pytest.raises(remap.InputError, match="not among outputs"):
        remap.MooreMachine([[0, 0]], [5], outputs=[0, 1], letters=["a", "b"])
    with pytest.raises(remap.InputError, match="initial"):
        remap.MooreMachine([[0, 0]], [1], outputs=[0, 1], letters=["a", "b"], initial=3)
    with pytest.raises(remap.InputError, match="no letter 'c'"):
        even_a().step(0, "c")
    with pytest.raises(remap.InputError):
        even_a().run("abc")
    with pytest.raises(remap.InputError, match="either letters or propositions"):
        remap.MooreMachine([[0, 0]], [1], outputs=[0, 1])
    with pytest.raises(remap.InputError):
        remap.RewardMachine([(0, 1, "a", 1), (0, 2, "a|b", 0)], propositions=["a", "b"])  # nondeterministic
    with pytest.raises(remap.InputError):
        remap.RewardMachine([(0, -1, "a", 1)], propositions=["a"])
    with pytest.raises(remap.ParseError):
        remap.RewardMachine([(0, 1, "a&", 1)], propositions=["a"])
    with pytest.raises(remap.InputError, match="not a number"):
        remap.RewardMachine([(0, 1, "a", "much")], propositions=["a"]).rewards
    with pytest.raises(remap.InputError, match="too many for a table"):
        names = [f"p{i}" for i in range(17)]
        remap.RewardMachine([(0, 0, "|".join(names), 1)], propositions=names).transitions
    with pytest.raises(remap.InputError, match="no task"):
        remap.task("office/t99")
    assert issubclass(remap.InputError, ValueError) and issubclass(remap.ParseError, remap.Error)


def test_a_mealy_machine_with_missing_steps():
    machine = remap.MealyMachine(
        [[1, -1], [1, 1]], [[0, None], [1, 0]], outputs=[0, 1], letters=["a", "b"], terminal=[]
    )
    assert machine.run("ab") == [0, 0]
    assert machine.run("bab") == []
    assert machine.step(0, "b") == (-1, None)
    assert pickle.loads(pickle.dumps(machine)) == machine
    with pytest.raises(remap.InputError, match="not among outputs"):
        remap.MealyMachine([[0]], [[7]], outputs=[0, 1], letters=["a"])


def test_equality_equivalence_and_counterexamples():
    a = even_a()
    b = remap.MooreMachine([[1, 2], [2, 1], [1, 0]], [1, 0, 1], outputs=[0, 1], letters=["a", "b"])
    assert a != b and a.equivalent(b) and b.minimise() == a.minimise()
    assert a.find_counterexample(b) is None
    c = remap.from_regexes(["a*"], "ab")
    word = a.find_counterexample(c)
    assert word is not None and a.run(word) != c.run(word)
    assert len({a, even_a(), b}) == 2
    assert a.disagreement(b) == pytest.approx(0) and a.disagreement(c) > 0
    assert a != "something else"


@pytest.mark.parametrize("name", TASKS)
def test_conversions_keep_behaviour(name):
    machine = remap.task(name)
    moore = machine.to_moore()
    assert moore.to_reward_machine().equivalent(machine)
    assert machine.minimise().equivalent(machine)
    assert moore.to_mealy().to_moore().equivalent(moore)
    assert machine.to_moore(events="one").equivalent(moore.restrict("one"))


@pytest.mark.parametrize("name", TASKS)
@pytest.mark.parametrize("ending", ["txt", "json", "dot"])
def test_files_round_trip(tmp_path, name, ending):
    machine = remap.task(name)
    machine.write(tmp_path / f"machine.{ending}")
    assert remap.read(tmp_path / f"machine.{ending}").equivalent(machine)
    moore = machine.to_moore()
    moore.write(tmp_path / f"moore.{ending}")
    again = remap.read(tmp_path / f"moore.{ending}")
    assert again.equivalent(moore)
    if ending != "txt":
        assert again == moore


def test_texts_round_trip():
    machine = remap.task("craft/t3")
    for format in ("text", "dot", "json"):
        assert remap.parse(machine.to_string(format), format).equivalent(machine)
    with pytest.raises(remap.InputError, match="no format"):
        machine.to_string("yaml")
    with pytest.raises(remap.ParseError):
        remap.parse("nonsense", "json")


@pytest.mark.parametrize(
    "machine",
    [even_a(), remap.task("craft/t10"), remap.task("office/t2").to_moore(), remap.task("office/t2").to_mealy()],
    ids=["plain", "reward", "moore", "mealy"],
)
def test_pickle_and_copy(machine):
    for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
        again = pickle.loads(pickle.dumps(machine, protocol))
        assert again == machine and hash(again) == hash(machine) and again.equivalent(machine)
    assert copy.copy(machine) == machine and copy.deepcopy([machine])[0] == machine


def test_shown_to_people():
    machine = remap.task("craft/t1")
    assert repr(machine) == "<RewardMachine: 3 states, propositions a, b, rewards 0, 1, terminal u2>"
    assert repr(even_a()) == "<MooreMachine: 2 states, 2 letters, outputs 0 < 1>"
    assert "q1     0       q0  q1" in str(even_a())
    assert "u1    b   u2  1" in str(machine)
    page = machine._repr_html_()
    assert "<table>" in page and "&lt;RewardMachine" in page
    picture = machine._repr_svg_()
    if shutil.which("dot"):
        assert "<svg" in picture and "<svg" in page
    else:
        assert picture is None


def test_random_machines_are_those_of_the_command(command, tmp_path):
    import subprocess

    path = tmp_path / "random.json"
    subprocess.run([command, "convert", "random:12,3,4,7", str(path)], check=True, capture_output=True)
    assert remap.read(path) == remap.random_machine(12, 3, 4, seed=7)


def test_values_of_outputs_without_a_number():
    machine = remap.task("craft/t1").to_moore()
    assert machine.outputs == ("HALT", 0, 1)
    assert np.isnan(machine.values[machine.output_indices == 0]).all()
