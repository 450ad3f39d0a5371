"""Letters over many propositions, which are not listed."""

import pickle

import pytest

import remap

NAMES = [f"p{i}" for i in range(64)]


def seen_both(word):
    """Whether p3, and p60 later or at the same time, have held."""
    at = next((i for i, letter in enumerate(word) if "p3" in letter), None)
    return at is not None and any("p60" in letter for letter in word[at:])


@pytest.fixture(scope="module")
def learned():
    def compare(a, b):
        return seen_both(a) - seen_both(b)

    truth = remap.parse(
        """{"type": "moore", "propositions": [%s], "outputs": [0, 1], "initial": 0, "states": [
        {"output": 0, "next": [{"formula": "!p3", "to": 0}, {"formula": "p3&!p60", "to": 1}, {"formula": "p3&p60", "to": 2}]},
        {"output": 0, "next": [{"formula": "!p60", "to": 1}, {"formula": "p60", "to": 2}]},
        {"output": 1, "next": [{"formula": "True", "to": 2}]}]}"""
        % ", ".join(f'"{name}"' for name in NAMES),
        "json",
    )
    result = remap.learn(teacher=remap.MachineTeacher(truth), propositions=NAMES, outputs=[0, 1], seed=1)
    return truth, result, compare


def test_a_machine_is_learned(learned):
    truth, result, _ = learned
    assert result.machine.equivalent(truth)
    assert len(result.machine) == 3
    assert result.machine.run([{"p3"}, set(), {"p60", "p1"}]) == 1
    assert result.machine.run([{"p60"}, {"p1", "p2"}]) == 0
    assert result.machine.step(0, {"p3", "p60"}) == (2, 1)
    assert "64 propositions" in repr(result.machine)
    assert "p3&!p60" in str(result.machine)


def test_a_function_teaches_by_order_alone(learned):
    truth, _, compare = learned
    result = remap.learn(teacher=compare, propositions=NAMES, equivalence="order-sampling", seed=2)
    assert result.machine.run("{p3} {p60}") != result.machine.run("{p60} {p3}")


def test_what_lists_letters_refuses(learned):
    _, result, _ = learned
    with pytest.raises(remap.InputError, match="not listed"):
        result.machine.letters
    with pytest.raises(remap.InputError, match="not listed"):
        result.machine.transitions
    with pytest.raises(remap.InputError, match="no letter"):
        result.machine.run([{"other"}])


def test_machines_are_copied_and_converted(learned):
    truth, result, _ = learned
    assert pickle.loads(pickle.dumps(truth)) == truth
    mealy = truth.to_mealy()
    assert pickle.loads(pickle.dumps(mealy)) == mealy
    assert mealy.run("{p3} {p60}") == [0, 1]
    assert mealy.to_moore().equivalent(truth)
    assert truth.minimise() == truth
