"""Replay buffers for Stable-Baselines3 that store counterfactual experiences.

    env = RewardMachineWrapper(…, observation="flat", counterfactuals=True)
    DQN("MlpPolicy", env, replay_buffer_class=CounterfactualReplayBuffer)

A step is stored once as it happened, and once more for every other machine state.
"""

from __future__ import annotations

from typing import Any, Dict, List

import numpy as np
from stable_baselines3.common.buffers import DictReplayBuffer, ReplayBuffer


def _row(values: Any, i: int) -> Any:
    if isinstance(values, dict):
        return {name: _row(value, i) for name, value in values.items()}
    return values[i]


def _stack(rows: List[Any]) -> Any:
    if isinstance(rows[0], dict):
        return {name: _stack([row[name] for row in rows]) for name in rows[0]}
    return np.stack([np.asarray(row) for row in rows])


class _Counterfactuals:
    """A mixin for buffers: `add` also stores the counterfactual rows in the infos of a step."""

    def add(self, obs: Any, next_obs: Any, action: Any, reward: Any, done: Any, infos: List[Dict[str, Any]]) -> None:
        store: Any = super()
        store.add(obs, next_obs, action, reward, done, infos)
        others = [self._others(info) for info in infos]
        for k in range(max(map(len, others))):
            # One more row per environment; if one has fewer, its last row again, since a buffer stores one row for each.
            rows = [(info["counterfactuals"], each[min(k, len(each) - 1)]) for info, each in zip(infos, others)]

            def part(name: str, rows: Any = rows) -> Any:
                return _stack([_row(values[name], i) for values, i in rows])

            store.add(
                part("observation"),
                part("next_observation"),
                np.asarray(action),
                part("reward"),
                part("terminated"),
                [{} for _ in rows],
            )

    @staticmethod
    def _others(info: Dict[str, Any]) -> List[int]:
        """The rows of the machine states that the agent was not in. The agent's own row is already stored."""
        if "counterfactuals" not in info:
            raise ValueError("infos have no counterfactuals: create the wrapper with counterfactuals=True")
        own = int(info["previous_machine_state"])
        return [i for i, state in enumerate(info["counterfactuals"]["state"].tolist()) if state != own]


class CounterfactualReplayBuffer(_Counterfactuals, ReplayBuffer):  # type: ignore[misc,unused-ignore]
    """For observations "flat" and "index"."""


class CounterfactualDictReplayBuffer(_Counterfactuals, DictReplayBuffer):  # type: ignore[misc,unused-ignore]
    """For observations "dict"."""


__all__ = ["CounterfactualDictReplayBuffer", "CounterfactualReplayBuffer"]
