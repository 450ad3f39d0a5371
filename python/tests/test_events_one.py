"""Machines over some sets of propositions only: they are deterministic wherever they are read, stepped or sent."""

import copy
import pickle

import pytest
import remap

NAMES = ["key", "door", "goal"]


def value(word):
    """2 once the goal came after key and door in order, 1 after the key alone; the goal without them ends all hope."""
    state = 0
    for letter in word:
        if state == 0 and "goal" in letter:
            return -1
        if state == 0 and "key" in letter or state == 1 and "door" in letter:
            state += 1
        elif state == 2 and "goal" in letter:
            return 2
    return 1 if state == 1 else 0


@pytest.fixture(scope="module", params=["one", "listed"])
def learned(request):
    events = "one" if request.param == "one" else [[], ["key"], ["door"], ["goal"], ["door", "goal"]]
    return remap.learn(
        propositions=NAMES, outputs=[-1, 0, 1, 2], events=events, teacher=remap.from_value(value), progress=False
    )


def test_no_set_satisfies_two_formulas_and_formulas_stay_short(learned):
    machine = learned.reward_machine
    assert any(len({edge.target for edge in machine.edges if edge.source == q}) > 2 for q in range(len(machine)))
    for q in range(len(machine)):
        formulas = [edge.formula for edge in machine.edges if edge.source == q]
        assert sum(formula.count("&") for formula in formulas) <= 4, formulas
    remap.RewardMachine(machine.edges, propositions=NAMES)  # refuses what is not deterministic


@pytest.mark.parametrize("ending", ["txt", "json", "dot"])
def test_files_are_read_back(learned, tmp_path, ending):
    machine, path = learned.reward_machine, tmp_path / f"machine.{ending}"
    machine.write(path)
    again = remap.read(path)
    assert again.equivalent(machine) and machine.equivalent(again)
    if ending != "txt":
        assert again == machine
    learned.machine.write(path)
    again = remap.read(path)
    assert again.equivalent(learned.machine) and learned.machine.equivalent(again)


def test_pickles_and_copies(learned):
    machine = learned.reward_machine
    assert pickle.loads(pickle.dumps(machine)) == copy.deepcopy(machine) == machine
    assert pickle.loads(pickle.dumps(learned)) == learned


def test_conversions_and_comparisons(learned):
    machine = learned.reward_machine
    assert machine.equivalent(learned.machine) and learned.machine.equivalent(machine)
    assert machine.to_moore().equivalent(machine) and machine.to_mealy().equivalent(machine)
    assert machine.minimise().equivalent(machine)
    other = remap.RewardMachine([(0, 0, "True", 0)], propositions=["key"])
    word = machine.find_counterexample(other)
    assert word is not None and machine.run(word)[-1] != other.run(word, unknown="ignore")[-1]
    assert learned.machine.find_counterexample(other) is not None


def test_steps_agree_with_the_learned_machine(learned):
    machine = learned.reward_machine
    state, moore = machine.initial, learned.machine.initial
    for letter in [{"key"}, set(), {"door"}, {"key"}, {"goal"}, set()]:
        state, reward = machine.step(state, letter)
        moore, output = learned.machine.step(moore, letter)
        assert reward == output
    assert machine.transitions.shape[1] == 8 and (machine.transitions >= 0).all()


def test_files_of_earlier_versions_are_read_if_told_what_occurs(tmp_path):
    path = tmp_path / "old.txt"
    path.write_text(
        "0\n[]\n"
        + "".join(
            f"({a},{b},'{formula}',ConstantRewardFunction({reward}))\n"
            for a, b, formula, reward in [
                (0, 0, "!key&!goal", 0), (0, 1, "key", 0), (0, 2, "goal", 0), (1, 1, "!goal", 0), (1, 2, "goal", 1), (2, 2, "True", 0),
            ]
        )
    )  # fmt: skip
    with pytest.raises(remap.InputError, match="nondeterministic.*say so with events, such as events='one'"):
        remap.read(path)
    with pytest.raises(remap.InputError, match="nondeterministic.*events='one'"):
        remap.parse(path.read_text())
    machine = remap.read(path, events="one")
    assert isinstance(machine, remap.RewardMachine)
    assert machine.run("{key} {} {goal}") == [0, 0, 1] and machine.run("{goal} {key}") == [0, 0]
    assert remap.parse(path.read_text(), events=[[], ["goal"], ["key"]]) == machine
    with pytest.raises(remap.ParseError):
        remap.parse("nonsense", "json")
    with pytest.raises(remap.InputError, match="letters of their own"):
        remap.parse(machine.to_moore().to_string("json"), "json", events="one")


def test_without_the_empty_set_a_step_without_events_has_no_transition():
    learned = remap.learn(
        propositions=NAMES, outputs=[-1, 0, 1, 2], events=[["key"], ["door"], ["goal"]],
        teacher=remap.from_value(value), progress=False,
    )  # fmt: skip
    machine = learned.reward_machine
    assert all(machine.step(q, [])[0] == -1 for q in range(len(machine)))
    assert machine.run("key door goal") == [1, 0, 2]
