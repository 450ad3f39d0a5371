"""The wrapper, the worlds and the agents."""

import warnings

import numpy as np
import pytest
import remap

gymnasium = pytest.importorskip("gymnasium", reason="Gymnasium is not installed")
import remap.gym  # noqa: E402
from gymnasium import spaces  # noqa: E402
from gymnasium.utils.env_checker import check_env  # noqa: E402
from gymnasium.vector import AsyncVectorEnv, AutoresetMode, SyncVectorEnv  # noqa: E402

KINDS = [("dict", "one-hot"), ("dict", "index"), ("flat", "one-hot"), ("index", "index")]


def wrapped(task="office/t1", **options):
    env = gymnasium.make("remap/Office-v0" if task.startswith("office") else "remap/Craft-v0")
    return remap.gym.RewardMachineWrapper(env, remap.task(task), **options)


def checked(env, **options):
    """Everything the checker has to say, but that a wrapper is a wrapper."""
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        check_env(env, **options)
    return [str(w.message) for w in said if "is different from the unwrapped version" not in str(w.message)]


@pytest.mark.parametrize("name", ["Office", "Craft"])
@pytest.mark.parametrize("mode", [None, "ansi", "rgb_array"])
def test_worlds_are_clean(name, mode):
    env = gymnasium.make(f"remap/{name}-v0", render_mode=mode)
    assert checked(env.unwrapped) == []


@pytest.mark.parametrize("kind, state", KINDS)
@pytest.mark.parametrize("counterfactuals", [False, True])
def test_wrapper_is_clean(kind, state, counterfactuals):
    env = wrapped(observation=kind, state=state, counterfactuals=counterfactuals)
    assert checked(env, skip_render_check=True) == []


def test_worlds_are_drawn():
    env = gymnasium.make("remap/Office-v0", render_mode="ansi")
    env.reset()
    env.step(1)
    assert "*" in env.render() and "the agent is in row" in env.render()
    env = gymnasium.make("remap/Office-v0", render_mode="rgb_array")
    env.reset()
    first = env.render()
    assert first.dtype == np.uint8 and first.shape == (9 * 16, 12 * 16, 3)
    env.step(1)
    assert (env.render() != first).any()
    with pytest.raises(remap.InputError):
        remap.gym.GridWorld("office", render_mode="human")
    with pytest.raises(remap.InputError):
        remap.gym.GridWorld("moon")


@pytest.mark.parametrize("task", remap.tasks())
def test_the_wrapper_earns_what_the_machine_says(task):
    machine = remap.task(task)
    env = wrapped(task, observation="index")
    random = np.random.default_rng(3)
    for episode in range(3):
        observation, info = env.reset(seed=episode)
        state, word = machine.initial, []
        assert observation % env.machine_states == state == info["machine_state"]
        for _ in range(300):
            observation, reward, terminated, truncated, info = env.step(int(random.integers(4)))
            word.append(info["events"])
            state, expected = machine.step(state, info["events"], unknown="ignore")
            assert (reward, info["machine_state"]) == (expected, state)
            assert observation == env.unwrapped._cell * env.machine_states + state % env.machine_states
            if terminated:
                assert machine.ended(state)
                break
        assert sum(machine.run(word, unknown="ignore")) == pytest.approx(
            sum(machine.run(word[:-1], unknown="ignore")) + reward
        )


class Line(gymnasium.Env):
    """Five places in a line; going right from the last ends it. Pays 0.25 a step, starts where the seed says."""

    observation_space = spaces.Discrete(5)
    action_space = spaces.Discrete(2)

    def reset(self, *, seed=None, options=None):
        super().reset(seed=seed)
        self.at = int(self.np_random.integers(3)) if options is None else options["at"]
        return self.at, {"mine": 1}

    def step(self, action):
        self.at += 1 if action else -1
        ended = self.at > 4
        self.at = min(max(self.at, 0), 4)
        return self.at, 0.25, ended, False, {"mine": 2}


def at_two(before, action, after):
    return {"two"} if after == 2 and action == 1 else set()


TWICE = remap.RewardMachine(
    [(0, 0, "!two", 0), (0, 1, "two", 1), (1, 1, "!two", 0), (1, 2, "two", 5)], propositions=["two"], terminal=[2]
)


def test_rewards_are_replaced_or_added_and_the_rest_is_kept():
    for kind, more in (("machine", 0.0), ("sum", 0.25)):
        env = remap.gym.RewardMachineWrapper(Line(), TWICE, at_two, reward=kind, observation="index")
        _, info = env.reset(options={"at": 1})
        assert info["mine"] == 1
        assert env.step(1)[1] == 1 + more and env.machine_state == 1
        assert env.step(0)[1] == 0 + more
        observation, reward, terminated, _, info = env.step(1)
        assert (reward, terminated, info["mine"], info["events"]) == (5 + more, True, 2, {"two"})
    env.reset(options={"at": 4})
    assert env.step(1)[2], "the environment's own end is kept"
    seeds = [env.reset(seed=seed)[0] for seed in range(20)]
    assert seeds == [env.reset(seed=seed)[0] for seed in range(20)] and len(set(seeds)) > 1
    for wrong in ({"reward": "mine"}, {"state": "bits"}, {"observation": "picture"}):
        with pytest.raises(remap.InputError, match="expected"):
            remap.gym.RewardMachineWrapper(Line(), TWICE, at_two, **wrong)


def test_events_without_a_transition_end_the_episode():
    machine = remap.RewardMachine([(0, 0, "!two", 0)], propositions=["two"])
    env = remap.gym.RewardMachineWrapper(Line(), machine, at_two)
    assert env.machine_states == 2
    env.reset(options={"at": 1})
    observation, reward, terminated, _, info = env.step(1)
    assert (reward, terminated, info["machine_state"]) == (0.0, True, -1)
    assert env.observation_space.contains(observation) and observation["machine"].tolist() == [0, 1]


@pytest.mark.parametrize("kind, state", KINDS)
def test_one_counterfactual_row_per_machine_state(kind, state):
    env = remap.gym.RewardMachineWrapper(
        Line(), TWICE, at_two, reward="sum", observation=kind, state=state, counterfactuals=True
    )
    env.reset(options={"at": 1})
    real = env.step(1)
    rows = real[4]["counterfactuals"]
    assert rows["state"].tolist() == [0, 1] and rows["next_state"].tolist() == [1, 2]
    assert rows["reward"].tolist() == [1.25, 5.25] and rows["terminated"].tolist() == [False, True]
    assert rows["action"].tolist() == [1, 1]
    shown = {
        "dict": rows["next_observation"]["machine"] if kind == "dict" else None,
    }.get(kind, rows["next_observation"])
    own = real[0]["machine"] if kind == "dict" else real[0]
    assert np.array_equal(shown[0], own), "the row of the agent's own state is the step itself"
    for i in range(2):
        row = {k: v[i] for k, v in rows["next_observation"].items()} if kind == "dict" else rows["next_observation"][i]
        assert env.observation_space.contains(row)


@pytest.mark.parametrize("mode", [AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP], ids=["next step", "same step"])
@pytest.mark.parametrize("vector", [SyncVectorEnv, AsyncVectorEnv])
@pytest.mark.parametrize("kind", ["dict", "flat"])
def test_vector_environments_lose_no_row(mode, vector, kind):
    """4 environments × |U| rows for every step that is one, and they are those that single environments give."""
    machine = remap.task("office/t1")
    live = int((~machine.terminal).sum())

    def make():
        env = gymnasium.make("remap/Office-v0", max_episode_steps=30)
        return remap.gym.RewardMachineWrapper(env, machine, observation=kind, counterfactuals=True)

    envs = vector([make] * 4, autoreset_mode=mode)
    singles = [make() for _ in range(4)]
    envs.reset(seed=1)
    for env in singles:
        env.reset()
    fresh = [False] * 4
    random = np.random.default_rng(2)
    rows_seen = resets = 0
    for _ in range(200):
        actions = random.integers(4, size=4)
        _, _, terminated, truncated, infos = envs.step(actions)
        expected = {}
        for i, env in enumerate(singles):
            if fresh[i] and mode == AutoresetMode.NEXT_STEP:
                env.reset()
                fresh[i] = False
                continue
            _, _, ended, cut, info = env.step(int(actions[i]))
            expected[i] = info["counterfactuals"]
            if ended or cut:
                resets += 1
                if mode == AutoresetMode.SAME_STEP:
                    env.reset()
                else:
                    fresh[i] = True
        rows = remap.gym.counterfactual_rows(infos)
        if not expected:
            assert rows is None
            continue
        assert rows["env"].tolist() == [i for i in sorted(expected) for _ in range(live)]
        for name in ("state", "next_state", "reward", "terminated", "action"):
            assert np.array_equal(rows[name], np.concatenate([expected[i][name] for i in sorted(expected)])), name
        for name in ("observation", "next_observation"):
            ours = rows[name]["observation"] if kind == "dict" else rows[name]
            theirs = [expected[i][name]["observation"] if kind == "dict" else expected[i][name] for i in sorted(expected)]
            assert np.array_equal(ours, np.concatenate(theirs))
        rows_seen += len(rows["env"])
    envs.close()
    assert resets > 8 and rows_seen > 0
    assert rows_seen == live * (800 if mode == AutoresetMode.SAME_STEP else 800 - resets + sum(fresh))


def test_crm_in_our_worlds_learns_the_task():
    task = remap.task("office/t1")
    learned = remap.crm("office", task, seed=1)
    again = remap.crm(gymnasium.make("remap/Office-v0"), task, seed=1)
    assert np.array_equal(learned.best, again.best) and learned.mean_reward == again.mean_reward
    best = remap.reward_per_step("office", task, remap.plan("office", task))
    assert remap.reward_per_step("office", task, learned.best) > 0.9 * best
    assert learned.steps == 200_000 and learned.best.shape == (108, len(task), 4)


def test_crm_elsewhere_learns_the_task_and_counterfactuals_help():
    class Corridor(Line):
        def step(self, action):
            self.at = min(max(self.at + (1 if action else -1), 0), 4)
            return self.at, 0.0, False, False, {"events": {"end"} if self.at == 4 else {"start"} if self.at == 0 else set()}

    machine = remap.RewardMachine(
        [(0, 0, "!end", 0), (0, 1, "end", 0), (1, 1, "!start", 0), (1, 2, "start", 0), (2, 2, "!end", 0), (2, 3, "end", 1)],
        propositions=["start", "end"],
        terminal=[3],
    )
    learned = remap.crm(Corridor(), machine, steps=4000, seed=1, episode_limit=100)
    assert [learned.action(2, state) for state in range(3)] == [1, 0, 1]
    assert learned.mean_reward > 0.05 and learned.values is not None
    plain = remap.crm(Corridor(), machine, steps=4000, seed=1, counterfactuals="none", episode_limit=100)
    assert plain.steps == learned.steps
    with pytest.raises(remap.InputError):
        remap.crm(Corridor(), machine, counterfactuals="consistent")


def test_crm_with_a_label_function_agrees_with_the_wrapper_in_our_world():
    """The NumPy agent in one of our worlds reaches what the planner can."""
    task = remap.task("office/t1")
    env = gymnasium.make("remap/Office-v0")
    learned = remap.crm(env, task, label_fn=lambda o, a, n: env.unwrapped.events(n), steps=40_000, seed=3)
    best = remap.reward_per_step("office", task, remap.plan("office", task))
    assert remap.reward_per_step("office", task, learned.best) > 0.8 * best
