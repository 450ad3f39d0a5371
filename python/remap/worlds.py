"""The paper's worlds, and agents that learn in them with a reward machine."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Dict, Optional, Union

import numpy as np
import numpy.typing as npt

from . import _core
from ._events import LabelFunction, Labels
from .learning import Learned
from .machines import AnyMachine, FloatArray, PathLike, RewardMachine
from .sources import reward_machine_of


@dataclass(frozen=True)
class Crm:
    """What an agent has learned."""

    #: Per observation, machine state and action: whether the action is among the best.
    best: npt.NDArray[np.bool_]
    mean_reward: float  #: per step, over the last half of the steps
    steps: int
    episodes: int  #: begun
    values: Optional[FloatArray] = None  #: per observation, machine state and action; only for other environments

    def action(self, observation: int, state: int) -> int:
        """The first of the best actions."""
        return int(np.argmax(self.best[observation, state]))


def _grid(env: Any) -> Optional[_core.World]:
    """The paper's world that an environment represents, unless a wrapper changes its behaviour."""
    if isinstance(env, str):
        return _core.world(env)
    harmless = {"TimeLimit", "OrderEnforcing", "PassiveEnvChecker"}
    while type(env).__name__ in harmless and hasattr(env, "env"):
        env = env.env
    world = getattr(env, "_world", None)
    return world if isinstance(world, _core.World) else None


def _episode_limit(env: Any) -> int:
    spec = getattr(env, "spec", None)
    return getattr(spec, "max_episode_steps", None) or 1000


def crm(
    env: Any,
    machine: Union[AnyMachine, Learned, PathLike],
    *,
    label_fn: Optional[LabelFunction] = None,
    unknown: str = "error",
    steps: Optional[int] = None,
    seed: int = 0,
    counterfactuals: str = "reachable",
    learning_rate: float = 0.5,
    discount: float = 0.9,
    initial_value: float = 2.0,
    epsilon: float = 0.1,
    episode_limit: Optional[int] = None,
) -> Crm:
    """Tabular Q-learning with counterfactual experiences: each step is also an experience for other machine states.

    env               "office", "craft", one of these as an environment (`remap.gym`), or any Gymnasium environment whose
                      observations and actions are Discrete
    label_fn, unknown as for `remap.gym.RewardMachineWrapper`
    steps             how many; by default the paper's for its worlds, 200,000 for others
    counterfactuals   the machine states that learn besides the agent's own: "none", those "reachable" by the last label, or
                      those "consistent" with all labels of the episode (the paper's worlds only)
    """
    rewards = reward_machine_of(machine)
    world = None if label_fn is not None else _grid(env)
    limit = _episode_limit(env) if episode_limit is None else episode_limit
    if world is not None:
        steps = _core.paper_steps(world.name) if steps is None else steps
        moves, mean, done, episodes = _core.crm(
            world,
            rewards._core,
            steps,
            seed,
            counterfactuals,
            learning_rate,
            discount,
            initial_value,
            epsilon,
            limit,
        )
        best = (moves[..., None] >> np.arange(4, dtype=np.uint8) & 1).astype(bool)
        return Crm(best, mean, done, episodes)
    if counterfactuals not in ("none", "reachable"):
        raise _core.InputError(f"counterfactuals cannot be '{counterfactuals}' here, expected none or reachable")
    labels = Labels(label_fn, rewards.propositions, env, unknown)
    agent = _Tabular(env, rewards, labels, counterfactuals == "reachable", learning_rate, discount, initial_value)
    return agent.learn(200_000 if steps is None else steps, seed, epsilon, limit)


class _Tabular:
    """The same with NumPy, for any discrete environment. The experiences of a step are applied together."""

    def __init__(
        self,
        env: Any,
        machine: RewardMachine,
        labels: Labels,
        counterfactuals: bool,
        learning_rate: float,
        discount: float,
        initial_value: float,
    ) -> None:
        observations, actions = getattr(env.observation_space, "n", None), getattr(env.action_space, "n", None)
        if observations is None or actions is None:
            raise _core.InputError("crm needs an environment whose observations and actions are Discrete")
        self._first = (int(env.observation_space.start), int(env.action_space.start))
        self._env, self._machine, self._labels = env, machine, labels
        self._counterfactuals = counterfactuals
        self._rate, self._discount = learning_rate, discount
        self._q = np.full((int(observations), len(machine), int(actions)), initial_value, dtype=np.float64)
        self._live = np.flatnonzero(~machine.terminal)
        self._reached: Dict[int, npt.NDArray[np.intp]] = {}

    def _reachable(self, column: int) -> npt.NDArray[np.intp]:
        """The states that a label leads to and in which an episode continues."""
        found = self._reached.get(column)
        if found is None:
            to = np.unique(np.array(self._machine._row(column)[0])[self._live])
            found = self._reached[column] = to[(to >= 0) & ~self._machine.terminal[to]].astype(np.intp)
        return found

    def learn(self, steps: int, seed: int, epsilon: float, limit: int) -> Crm:
        machine, q, random = self._machine, self._q, np.random.default_rng(seed)
        terminal = machine.terminal
        earned, episodes, done, in_episode = 0.0, 0, True, 0
        observation, state, states = 0, machine.initial, self._live
        for step in range(steps):
            if done:
                given, _ = self._env.reset(seed=seed if episodes == 0 else None)
                self._labels.reset()
                observation, state, states = int(given) - self._first[0], machine.initial, self._live
                episodes, in_episode = episodes + 1, 0
            values = q[observation, state]
            if random.random() < epsilon:
                action = int(random.integers(len(values)))
            else:
                action = int(random.choice(np.flatnonzero(values == values.max())))
            given, _, ended, cut, info = self._env.step(action + self._first[1])
            reached = int(given) - self._first[0]
            events = self._labels(observation + self._first[0], action + self._first[1], given, info)
            column = machine.letter(events, unknown="ignore")
            transitions, rewards = map(np.array, machine._row(column))
            learning = states if self._counterfactuals else np.array([state])
            to, reward = transitions[learning], rewards[learning]
            over = ended | (to < 0) | terminal[to]
            ahead = np.where(over, 0.0, q[reached, to].max(axis=1))
            old = q[observation, learning, action]
            q[observation, learning, action] = old + self._rate * (reward + self._discount * ahead - old)
            if 2 * step >= steps:
                earned += float(rewards[state])
            state = int(transitions[state])
            states = self._reachable(column)
            observation, in_episode = reached, in_episode + 1
            done = bool(ended or cut or machine.ended(state) or in_episode >= limit)
        best = q == q.max(axis=2, keepdims=True)
        return Crm(best, earned / max(steps - steps // 2, 1), steps, episodes, q)


def plan(world: str, machine: AnyMachine, discount: float = 0.9) -> npt.NDArray[np.bool_]:
    """The best policy in one of the paper's worlds, by value iteration; shaped as `Crm.best`."""
    moves = _core.plan(_core.world(world), machine.to_reward_machine()._core, discount)
    return (moves[..., None] >> np.arange(4, dtype=np.uint8) & 1).astype(bool)


def reward_per_step(
    world: str,
    machine: AnyMachine,
    best: npt.NDArray[np.bool_],
    truth: Optional[AnyMachine] = None,
    epsilon: float = 0.1,
    episode_limit: int = 1000,
) -> float:
    """What a policy for `machine` earns per step in one of the paper's worlds, exactly; rewarded by the machine `truth`, if
    given."""
    own = machine.to_reward_machine()
    paid = own if truth is None else truth.to_reward_machine()
    moves = (best.astype(np.uint8) << np.arange(4, dtype=np.uint8)).sum(axis=2).astype(np.uint8)
    return _core.reward_per_step(_core.world(world), own._core, moves, paid._core, epsilon, episode_limit)


