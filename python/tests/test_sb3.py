"""Replay buffers of Stable-Baselines3: every step is stored once for each machine state; environments in other processes. Needs
torch, so it runs in the nightly tests only."""

import numpy as np
import pytest
import remap

pytest.importorskip("stable_baselines3", reason="Stable-Baselines3 is not installed")
import gymnasium  # noqa: E402
import remap.gym  # noqa: E402
import remap.sb3  # noqa: E402
from stable_baselines3 import DQN, SAC  # noqa: E402
from stable_baselines3.common.vec_env import DummyVecEnv, SubprocVecEnv  # noqa: E402

TASK = remap.task("office/t1")
LIVE = int((~TASK.terminal).sum())
UP_AND_DOWN = remap.RewardMachine(
    [(0, 0, "!up", 0), (0, 1, "up", 1), (1, 1, "!down", 0), (1, 0, "down&!up", 1), (1, 1, "down&up", 0)],
    propositions=["up", "down"],
)


def office(kind="flat"):
    env = gymnasium.make("remap/Office-v0", max_episode_steps=50)
    return remap.gym.RewardMachineWrapper(env, TASK, observation=kind, counterfactuals=True)


def pendulum():
    def events(_before, _action, after):
        return {"up"} if after[0] > 0 else {"down"}

    return remap.gym.RewardMachineWrapper(gymnasium.make("Pendulum-v1"), UP_AND_DOWN, events, counterfactuals=True)


@pytest.mark.parametrize("envs", [1, 3])
def test_dqn_stores_every_machine_state(envs):
    model = DQN(
        "MlpPolicy",
        DummyVecEnv([office] * envs),
        replay_buffer_class=remap.sb3.CounterfactualReplayBuffer,
        buffer_size=10_000,
        learning_starts=100,
        seed=1,
    )
    model.learn(150)
    buffer = model.replay_buffer
    assert buffer.pos * envs == model.num_timesteps * LIVE >= 150 * LIVE
    states = buffer.observations[: buffer.pos, :, 108:].argmax(axis=2)
    for row in range(0, buffer.pos, LIVE):  # a step as it was, then as the other states see it
        for env in range(envs):
            assert sorted(states[row : row + LIVE, env]) == np.flatnonzero(~TASK.terminal).tolist()
            cells = buffer.next_observations[row : row + LIVE, env, :108].argmax(axis=1)
            assert len(set(cells)) == 1
    world = office().unwrapped
    for row in range(buffer.pos):
        for env in range(envs):
            cell = int(buffer.next_observations[row, env, :108].argmax())
            events = world.events(cell)
            to, reward = TASK.step(int(states[row, env]), events, unknown="ignore")
            assert buffer.rewards[row, env] == reward
            if TASK.ended(to):
                assert buffer.dones[row, env]


def test_sac_with_observations_in_a_dict():
    model = SAC(
        "MultiInputPolicy",
        pendulum(),
        replay_buffer_class=remap.sb3.CounterfactualDictReplayBuffer,
        buffer_size=5000,
        learning_starts=100,
        seed=1,
    )
    model.learn(110)
    assert model.replay_buffer.pos == 220
    assert set(model.replay_buffer.observations["machine"][:220, 0].argmax(axis=1)) == {0, 1}


def test_a_wrapper_without_counterfactuals_is_refused():
    env = remap.gym.RewardMachineWrapper(gymnasium.make("remap/Office-v0"), TASK, observation="flat")
    model = DQN("MlpPolicy", env, replay_buffer_class=remap.sb3.CounterfactualReplayBuffer, buffer_size=100)
    with pytest.raises(ValueError, match="counterfactuals=True"):
        model.learn(10)


@pytest.mark.parametrize("events", ["one", "any"])
def test_environments_in_other_processes_have_their_machine(events):
    machine = remap.learn(
        propositions=["up", "down"], outputs=[0, 1], events=events, progress=False,
        teacher=remap.from_value(lambda word: int({"up"} in word)),
    ).reward_machine  # fmt: skip

    def make():
        return remap.gym.RewardMachineWrapper(gymnasium.make("CartPole-v1"), machine, lambda o, a, n: ["up"], observation="flat")

    envs = SubprocVecEnv([make, make])
    try:
        envs.reset()
        assert envs.step([0, 1])[1].tolist() == [1, 1]
    finally:
        envs.close()


def test_tables_are_tensors_without_a_warning(recwarn):
    torch = pytest.importorskip("torch")
    tables = TASK.tables()
    steps = torch.from_numpy(tables.next)[torch.zeros(5, dtype=torch.long), torch.arange(5) % tables.next.shape[1]]
    assert steps.min() >= 0 and not [w for w in recwarn if "writ" in str(w.message)]
