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
    for name in ("letters", "transitions"):
        with pytest.raises(remap.InputError, match="64 propositions are too many to be listed.*events='one'"):
            getattr(result.machine, name)
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


def test_a_reward_machine_over_many_propositions_steps_and_is_wrapped(learned):
    truth, _, _ = learned
    machine = truth.to_reward_machine()
    assert machine.relevant == ("p3", "p60") and len(machine.propositions) == 64
    assert machine.step(machine.initial, {"p3", "p60", "p1"})[1] == 1
    assert machine.run("{p3} {p1} {p60}") == machine.run([{"p3"}, {"p1"}, {"p60"}]) == [0, 0, 1]
    assert machine.transitions.shape == (len(machine), 4)
    assert pickle.loads(pickle.dumps(machine)) == machine and machine.equivalent(truth)


def majority_of_twenty():
    """Pays when p0 holds and anything else does; all twenty propositions matter."""
    names = NAMES[:20]
    rest = "|".join(f"p0&{name}" for name in names[1:])
    return remap.RewardMachine(
        [(0, 0, "!p0", 0), (0, 1, rest, 1), (0, 0, "p0&" + "&".join(f"!{name}" for name in names[1:]), 0), (1, 1, "p5", -1)],
        propositions=names,
    )


def test_a_machine_whose_formulas_mention_many_propositions_works_without_a_table():
    gymnasium = pytest.importorskip("gymnasium", reason="Gymnasium is not installed")
    import remap.gym

    machine = majority_of_twenty()
    assert machine.run([{"p0"}, {"p3"}, {"p0", "p3"}, {"p5"}, {"p6"}]) == [0, 0, 1, -1, 0]
    with pytest.raises(remap.InputError, match="20 propositions in formulas are too many for a table"):
        machine.transitions
    happens = [{"p0"}, {"p3"}, {"p0", "p3"}, {"p5"}, {"p6"}]

    class Line(gymnasium.Env):
        observation_space = gymnasium.spaces.Discrete(6)
        action_space = gymnasium.spaces.Discrete(2)

        def reset(self, *, seed=None, options=None):
            super().reset(seed=seed)
            self.at = 0
            return 0, {}

        def step(self, action):
            self.at += 1
            return self.at, 0.0, self.at == 5, False, {"events": happens[self.at - 1]}

    env = remap.gym.RewardMachineWrapper(Line(), machine, counterfactuals=True)
    assert env.machine_states == 3, "some sets have no transition"
    env.reset()
    assert [env.step(0)[1] for _ in happens] == [0, 0, 1, -1, 0]
    env.reset()
    rows = env.step(0)[4]["counterfactuals"]
    assert rows["next_state"].tolist() == [0, -1] and rows["reward"].tolist() == [0, 0]
    assert remap.crm(Line(), machine, steps=100).steps == 100


def test_seventeen_propositions_in_a_session(tmp_path):
    names = NAMES[:17]
    path = tmp_path / "run.jsonl"
    with remap.Session(path, propositions=names, outputs=[0, 1]) as session:
        for _, question in zip(range(5), session):
            session.answer(any("p3" in letter for letter in question.a) - any("p3" in letter for letter in question.b))
    with remap.Session(path) as session:
        assert len(session.answers) == 5
        for question in session:
            session.answer(any("p3" in letter for letter in question.a) - any("p3" in letter for letter in question.b))
        assert session.result.machine.run("{p3} {}") == 1 and session.result.machine.run("{p4}") == 0
