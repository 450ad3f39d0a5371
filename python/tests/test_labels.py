"""Label functions of all kinds: they do what they say, or a sentence says what is wrong."""

import pickle
import warnings

import numpy as np
import pytest
import remap

gymnasium = pytest.importorskip("gymnasium", reason="Gymnasium is not installed")
import remap.gym  # noqa: E402
from gymnasium import spaces  # noqa: E402
from gymnasium.vector import AsyncVectorEnv  # noqa: E402

MACHINE = remap.RewardMachine(
    [(0, 0, "!key", 0), (0, 1, "key", 1), (1, 1, "!door", 0), (1, 0, "door", 5)], propositions=["key", "door"]
)


class Line(gymnasium.Env):
    """Step n of an episode takes action n; the key is at 1, the door at 2."""

    observation_space = spaces.Discrete(4)
    action_space = spaces.Discrete(4)

    def reset(self, *, seed=None, options=None):
        super().reset(seed=seed)
        return 0, {}

    def step(self, action):
        return int(action), 0.0, False, False, {"at": int(action)}


def rewards(label_fn, machine=MACHINE, actions=(1, 0, 2), **options):
    env = remap.gym.RewardMachineWrapper(Line(), machine, label_fn, observation="index", **options)
    env.reset()
    return [env.step(action)[1] for action in actions]


def mask(_observation, _action, after):
    return np.array([after == 2, after == 1])


mask.propositions = ["door", "key"]


@pytest.mark.parametrize(
    "label_fn",
    [
        lambda o, a, n: {1: {"key"}, 2: {"door"}}.get(n, set()),
        lambda o, a, n: {1: ["key"], 2: ("door",)}.get(n, []),
        lambda o, a, n: {"key": n == 1, "door": np.bool_(n == 2)},
        lambda o, a, n: {} if n == 0 else np.array(["key" if n == 1 else "door"]),
        lambda o, a, n: (name for name, at in (("key", 1), ("door", 2)) if n == at),
        lambda *given: [name for name, at in (("key", 1), ("door", 2)) if given[2] == at],
        lambda o, a, n, info: {1: ["key"], 2: ["door"]}.get(info["at"], []),
        lambda o, a, n, env, **more: {1: ["key"], 2: ["door"]}.get(more["info"]["at"] if isinstance(env, Line) else 0, []),
        mask,
    ],
)
def test_every_natural_kind_of_label_function_works(label_fn):
    assert rewards(label_fn) == [1, 0, 5]
    agent = remap.crm(Line(), MACHINE, label_fn=label_fn, steps=50, episode_limit=10)
    assert agent.mean_reward > 0


@pytest.mark.parametrize(
    "returned, sentence",
    [
        ("key", r"is the string 'key', expected a collection of names, as in \['key'\]"),
        (["Key"], "names a wrong event: there is no proposition 'Key'; did you mean 'key'"),
        ({"key "}, "no proposition 'key '; did you mean 'key'"),
        ({"zebra": True}, "no proposition 'zebra'; the propositions are door, key"),
        ([3], "no proposition 3; the propositions are door, key"),
        (None, "what label_fn returned is None, expected a collection of names"),
        ({"key": 1}, "gives 'key' the value 1, expected True or False"),
        ([True, False], "has booleans without names"),
        (np.array([True, False]), "an attribute `propositions`"),
    ],
)
def test_what_makes_no_sense_is_refused(returned, sentence):
    with pytest.raises(remap.InputError, match=sentence):
        rewards(lambda o, a, n: returned)
    with pytest.raises(remap.InputError, match=sentence):
        remap.crm(Line(), MACHINE, label_fn=lambda o, a, n: returned, steps=50)


def test_other_names_can_be_allowed_or_announced():
    def events(_before, _action, after):
        return {1: ["key", "noise"], 2: ["door"]}.get(after, ["noise"])

    with pytest.raises(remap.InputError, match="'noise'.*unknown='ignore'"):
        rewards(events)
    assert rewards(events, unknown="ignore") == [1, 0, 5]
    events.propositions = ["key", "door", "noise"]
    assert rewards(events) == [1, 0, 5]
    with pytest.raises(remap.InputError, match="unknown cannot be 'warn'"):
        rewards(events, unknown="warn")


def test_functions_that_cannot_be_called_are_refused_at_once():
    for wrong in (lambda n: [], lambda o, a, n, more: [], "key", ["key"]):
        with pytest.raises(remap.InputError, match="label_fn must"):
            remap.gym.RewardMachineWrapper(Line(), MACHINE, wrong)


class FirstVisits:
    """Names each thing once an episode."""

    def __init__(self, takes_env):
        self.seen = set()
        self.environments = []
        if takes_env:
            self.reset = self.reset_with

    def reset(self):
        self.seen.clear()

    def reset_with(self, env):
        self.environments.append(env)
        self.seen.clear()

    def __call__(self, _before, _action, after):
        new = {1: {"key"}, 2: {"door"}}.get(after, set()) - self.seen
        self.seen |= new
        return new


@pytest.mark.parametrize("takes_env", [True, False])
def test_a_label_function_with_a_memory_is_told_of_new_episodes(takes_env):
    labels, inner = FirstVisits(takes_env), Line()
    env = remap.gym.RewardMachineWrapper(inner, MACHINE, labels)
    for _ in range(3):
        env.reset()
        assert [env.step(action)[1] for action in (1, 2, 1)] == [1, 5, 0]
    assert labels.environments == ([inner] * 3 if takes_env else [])
    assert remap.crm(Line(), MACHINE, label_fn=labels, steps=400, episode_limit=10).mean_reward > 0.2


def test_an_environment_without_events_says_so():
    with pytest.raises(remap.InputError, match=r'the environment gives no info\["events"\]: give a label_fn'):
        rewards(None)
    with pytest.raises(remap.InputError, match="give a label_fn"):
        remap.crm(Line(), MACHINE, steps=10)


def test_events_of_the_environment_are_known_if_it_lists_them():
    env = gymnasium.make("remap/Office-v0")
    wrapped = remap.gym.RewardMachineWrapper(env, remap.task("office/t1"), observation="index")
    wrapped.reset(seed=1)
    for action in [0, 1, 2, 3] * 50:
        wrapped.step(action)


def test_a_machine_that_knows_no_empty_set_is_warned_of():
    events = [["key"], ["door"]]
    learned = remap.learn(
        propositions=["key", "door"], outputs=[0, 1], events=events, progress=False,
        teacher=remap.from_value(lambda word: int(bool(word) and word[-1] == {"door"})),
    )  # fmt: skip
    for machine in (learned, learned.machine, learned.reward_machine):
        with pytest.warns(UserWarning, match=r"no transition for a step without events.*\[\] among its events"):
            remap.gym.RewardMachineWrapper(Line(), machine, mask)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        remap.gym.RewardMachineWrapper(Line(), MACHINE, mask)


def test_what_was_learned_or_written_can_be_wrapped(tmp_path):
    learned = remap.learn(
        propositions=["key", "door"], outputs=[0, 1], events="one", progress=False,
        teacher=remap.from_value(lambda word: int(bool(word) and word[-1] == {"door"})),
    )  # fmt: skip
    path = tmp_path / "machine.json"
    learned.machine.write(path)
    for machine in (learned, learned.machine, learned.reward_machine, path, str(path)):
        assert rewards(mask, machine) == [0, 0, 1]
        assert remap.crm(Line(), machine, label_fn=mask, steps=50).steps == 50


def nothing(_before, _action, _after):
    return ()


def learned_one():
    """The goal after the key is worth more than nothing, the goal without it less."""

    def value(word):
        came = [name for letter in word for name in letter if name != "door"]
        return 0 if came[:1] != ["goal"] and "goal" not in came else 1 if came[0] == "key" else -1

    return remap.learn(
        propositions=["key", "door", "goal"], outputs=[-1, 0, 1], events="one", teacher=remap.from_value(value), progress=False
    ).reward_machine


def test_spawned_environments_have_their_machine():
    machine = learned_one()
    assert any(len({e.target for e in machine.edges if e.source == q}) > 2 for q in range(len(machine)))
    make = _Make(machine)
    envs = AsyncVectorEnv([make, make], context="spawn")
    try:
        envs.reset(seed=1)
        _, reward, *_ = envs.step(np.array([1, 2]))
        assert reward.tolist() == [0, 0]
    finally:
        envs.close()
    assert pickle.loads(pickle.dumps(make)).machine == machine


class _Make:
    def __init__(self, machine):
        self.machine = machine

    def __call__(self):
        return remap.gym.RewardMachineWrapper(Line(), self.machine, nothing)


class Strange(spaces.Space):
    """A space that Gymnasium knows nothing about."""

    def __init__(self):
        super().__init__((), np.int64)

    def sample(self, *_, **__):
        return 0

    def contains(self, x):
        return True


@pytest.mark.parametrize("space", [Strange(), spaces.Dict({"a": Strange()}), spaces.Sequence(spaces.Discrete(2))])
def test_observations_that_cannot_be_one_vector_are_refused(space):
    env = Line()
    env.observation_space = space
    with pytest.raises(remap.InputError, match="cannot be flattened; use observation='dict'"):
        remap.gym.RewardMachineWrapper(env, MACHINE, mask, observation="flat")
