"""Reward machines for Gymnasium: a wrapper, counterfactual experiences, and the paper's worlds as environments.

Importing this module registers `remap/Office-v0` and `remap/Craft-v0`.
"""

from __future__ import annotations

import warnings
from typing import Any, Dict, FrozenSet, List, Optional, SupportsFloat, Tuple, Union

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from . import _core
from ._events import LabelFunction, Labels
from .learning import Learned
from .machines import AnyMachine, PathLike, RewardMachine
from .sources import reward_machine_of

Rows = Dict[str, Any]


class RewardMachineWrapper(gymnasium.Wrapper[Any, Any, Any, Any], gymnasium.utils.RecordConstructorArgs):
    """Runs a reward machine alongside an environment.

    env              the environment
    machine          the machine, what `learn` returned, or a file; other kinds are converted to a reward machine
    label_fn         of (observation, action, next_observation), and of `info` and `env` if it has parameters of these
                     names: the events of a step, as names of propositions in a collection or as a dict of booleans. If it
                     has a method `reset`, that is called with the environment when an episode begins; if it has
                     `propositions`, these are what it may name, and it may return an array of as many booleans.
                     Without label_fn, the environment provides the events as `info["events"]`
    reward           "machine": the machine's reward replaces the environment's; "sum": it is added
    observation      "dict": {"observation": …, "machine": …}; "flat": one vector; "index": one number, for environments
                     whose observations are Discrete: observation * machine states + machine state
    state            how "dict" shows the machine's state: "one-hot" or "index"; "flat" is always one-hot
    counterfactuals  True: each step's info has "counterfactuals", the same step as seen by every machine state that is
                     not terminal, one row for each, as arrays: state, next_state, observation, action, reward,
                     next_observation, terminated
    unknown          "error": an event that is no proposition of the machine, the label function or the environment is an
                     error, because it is probably misspelt; "ignore": it is none of the machine's business

    Each info has "events" (a frozen set) and "machine_state"; with counterfactuals, also "previous_machine_state".
    An episode ends when the environment's does, when the machine reaches a terminal state, and when it has no transition
    for the events (its state is then -1, shown as one more state after all others).
    """

    def __init__(
        self,
        env: gymnasium.Env[Any, Any],
        machine: Union[AnyMachine, Learned, PathLike],
        label_fn: Optional[LabelFunction] = None,
        *,
        reward: str = "machine",
        observation: str = "dict",
        state: str = "one-hot",
        counterfactuals: bool = False,
        unknown: str = "error",
    ) -> None:
        gymnasium.utils.RecordConstructorArgs.__init__(
            self,
            machine=machine,
            label_fn=label_fn,
            reward=reward,
            observation=observation,
            state=state,
            counterfactuals=counterfactuals,
            unknown=unknown,
        )
        gymnasium.Wrapper.__init__(self, env)
        self.machine: RewardMachine = reward_machine_of(machine)
        if reward not in ("machine", "sum"):
            raise _core.InputError(f"reward cannot be '{reward}', expected machine or sum")
        if state not in ("one-hot", "index"):
            raise _core.InputError(f"state cannot be '{state}', expected one-hot or index")
        self._labels = Labels(label_fn, self.machine.propositions, env, unknown)
        self._sum = reward == "sum"
        self._counterfactuals = counterfactuals
        self._ends = [*self.machine.terminal.tolist(), True]  # the last one: no transition, state -1
        missing = bool(self.machine._core.incomplete_states())
        self.machine_states = len(self.machine) + missing  #: how many an observation can show
        self._live = np.flatnonzero(~self.machine.terminal)
        if all(self.machine._row(0)[0][state] < 0 for state in self._live):
            warnings.warn(
                "the machine has no transition for a step without events, so the first such step ends the episode; if "
                "there are such steps, learn the machine with [] among its events",
                stacklevel=2,
            )
        self._shown = _observations(observation, state, env.observation_space, self.machine_states)
        self.observation_space = self._shown.space
        self._state = self.machine.initial
        self._last: Any = None

    @property
    def machine_state(self) -> int:
        """The current state of the machine; -1 after events for which it has no transition."""
        return self._state

    def reset(self, *, seed: Optional[int] = None, options: Optional[Dict[str, Any]] = None) -> Tuple[Any, Dict[str, Any]]:
        observation, info = self.env.reset(seed=seed, options=options)
        self._labels.reset()
        self._last = observation
        self._state = state = self.machine.initial
        info["events"] = frozenset()
        info["machine_state"] = state
        return self._shown(observation, state), info

    def step(self, action: Any) -> Tuple[Any, float, bool, bool, Dict[str, Any]]:
        observation, inner, terminated, truncated, info = self.env.step(action)
        events = self._labels(self._last, action, observation, info)
        column = self.machine.letter(events, unknown="ignore")
        next_states, rewards = self.machine._row(column)
        state = self._state
        reward = rewards[state] if state >= 0 else 0.0
        if self._counterfactuals:
            info["counterfactuals"] = self._rows(column, action, observation, inner, terminated)
            info["previous_machine_state"] = state
        self._state = state = next_states[state] if state >= 0 else -1
        if self._sum:
            reward += float(inner)
        info["events"] = events
        info["machine_state"] = state
        self._last = observation
        return self._shown(observation, state), reward, terminated or self._ends[state], truncated, info

    def _rows(self, column: int, action: Any, observation: Any, inner: SupportsFloat, terminated: bool) -> Rows:
        live = self._live
        next_states, rewards = self.machine._row(column)
        to = np.array(next_states)[live]
        reward = np.array(rewards)[live] + (float(inner) if self._sum else 0.0)
        shown = self._shown
        return {
            "state": live.astype(np.int64),
            "next_state": to.astype(np.int64),
            "observation": shown.stacked(self._last, live),
            "action": np.repeat(np.asarray(action)[None], len(live), axis=0),
            "reward": reward,
            "next_observation": shown.stacked(observation, to),
            "terminated": np.array([terminated or self._ends[u] for u in to.tolist()]),
        }


class _Shown:
    """How observation and machine state are shown together."""

    space: spaces.Space[Any]

    def __call__(self, observation: Any, state: int) -> Any:
        raise NotImplementedError

    def stacked(self, observation: Any, states: npt.NDArray[Any]) -> Any:
        """One observation with several machine states, one row for each."""
        return np.stack([self(observation, state) for state in states.tolist()])


def _one_hot(states: int) -> List[npt.NDArray[np.float32]]:
    return list(np.eye(states, dtype=np.float32))


class _Dict(_Shown):
    def __init__(self, inner: spaces.Space[Any], states: int, one_hot: bool) -> None:
        self._rows: Any = _one_hot(states) if one_hot else [np.int64(u) for u in range(states)]
        machine: spaces.Space[Any] = (
            spaces.Box(0.0, 1.0, (states,), np.float32) if one_hot else spaces.Discrete(states)
        )
        self.space = spaces.Dict({"observation": inner, "machine": machine})

    def __call__(self, observation: Any, state: int) -> Any:
        return {"observation": observation, "machine": self._rows[state].copy()}

    def stacked(self, observation: Any, states: npt.NDArray[Any]) -> Any:
        machine = np.stack([self._rows[u] for u in states.tolist()])
        if isinstance(observation, dict):
            inner: Any = {name: np.repeat(np.asarray(o)[None], len(states), axis=0) for name, o in observation.items()}
        else:
            inner = np.repeat(np.asarray(observation)[None], len(states), axis=0)
        return {"observation": inner, "machine": machine}


class _Flat(_Shown):
    def __init__(self, inner: spaces.Space[Any], states: int) -> None:
        flat: Any
        try:
            flat = spaces.flatten_space(inner)
        except NotImplementedError:  # a space of somebody else, inside a Dict or alone
            flat = inner
        if not isinstance(flat, spaces.Box):
            raise _core.InputError(f"observations of {inner} cannot be flattened; use observation='dict'")
        self._inner = inner
        self._width, self._states = int(flat.shape[0]), states
        self._first = int(inner.start) if isinstance(inner, spaces.Discrete) else None
        low = np.concatenate([flat.low.astype(np.float32), np.zeros(states, np.float32)])
        high = np.concatenate([flat.high.astype(np.float32), np.ones(states, np.float32)])
        self.space = spaces.Box(low, high, dtype=np.float32)

    def __call__(self, observation: Any, state: int) -> Any:
        row = np.zeros(self._width + self._states, np.float32)
        if self._first is not None:
            row[observation - self._first] = 1
        else:
            row[: self._width] = np.asarray(spaces.flatten(self._inner, observation))
        row[state if state < 0 else self._width + state] = 1
        return row


class _Index(_Shown):
    def __init__(self, inner: spaces.Space[Any], states: int) -> None:
        if not isinstance(inner, spaces.Discrete):
            raise _core.InputError(f"observation='index' needs Discrete observations, not {inner}")
        self._start, self._states = int(inner.start), states
        self.space = spaces.Discrete(int(inner.n) * states)

    def __call__(self, observation: Any, state: int) -> Any:
        return (int(observation) - self._start) * self._states + (state if state >= 0 else self._states - 1)


def _observations(kind: str, state: str, inner: spaces.Space[Any], states: int) -> _Shown:
    if kind == "dict":
        return _Dict(inner, states, state == "one-hot")
    if kind == "flat":
        return _Flat(inner, states)
    if kind == "index":
        return _Index(inner, states)
    raise _core.InputError(f"observation cannot be '{kind}', expected dict, flat or index")


def counterfactual_rows(infos: Dict[str, Any]) -> Optional[Rows]:
    """All counterfactual rows of a step of a vector environment, in any autoreset mode: arrays of
    (environments that took a step) × (machine states), row after row, with "env" naming the environment of each.
    None if no environment took a step.

    If a step ended an episode and the environment was reset within it, its rows are in `final_info`; a step that was only a
    reset has none.
    """
    found: Dict[int, Rows] = {}
    for where in (infos, infos.get("final_info", {})):
        rows, present = where.get("counterfactuals"), where.get("_counterfactuals")
        if rows is None or present is None:
            continue
        for env in np.flatnonzero(present):
            found[int(env)] = _pick(rows, int(env))
    if not found:
        return None
    parts = [found[env] for env in sorted(found)]
    result: Rows = _joined(parts)
    result["env"] = np.repeat(sorted(found), [len(part["state"]) for part in parts])
    return result


def _pick(rows: Any, env: int) -> Any:
    if isinstance(rows, dict):
        return {name: _pick(value, env) for name, value in rows.items() if not name.startswith("_")}
    return rows[env]


def _joined(parts: List[Any]) -> Any:
    if isinstance(parts[0], dict):
        return {name: _joined([part[name] for part in parts]) for name in parts[0]}
    return np.concatenate(parts)


class GridWorld(gymnasium.Env[np.int64, np.int64]):
    """One of the paper's worlds: an agent on a grid that moves up, right, down or left. The observation is the number of
    its cell, row by row. There are no rewards and episodes do not end: that is up to a reward machine. Each info has "events", the
    propositions that hold in the cell."""

    metadata = {"render_modes": ["ansi", "rgb_array"], "render_fps": 8}

    def __init__(self, world: str, render_mode: Optional[str] = None) -> None:
        if render_mode is not None and render_mode not in self.metadata["render_modes"]:
            raise _core.InputError(f"render_mode cannot be '{render_mode}', expected ansi or rgb_array")
        self._world = _core.world(world)
        self.render_mode = render_mode
        self._next: List[List[np.int64]] = [[np.int64(c) for c in row] for row in self._world.next().tolist()]
        names = [name for name, _ in self._world.objects]
        self._events: List[FrozenSet[str]] = [
            frozenset(name for i, name in enumerate(names) if label >> i & 1) for label in self._world.labels()
        ]
        self.propositions: Tuple[str, ...] = tuple(names)
        self.observation_space = spaces.Discrete(self._world.rows * self._world.columns)
        self.action_space = spaces.Discrete(4)
        self._cell = np.int64(self._world.start)
        self._way: List[int] = [int(self._cell)]

    def events(self, cell: Optional[int] = None) -> FrozenSet[str]:
        """The propositions that hold in a cell; the agent's cell by default."""
        return self._events[self._cell if cell is None else cell]

    def reset(
        self, *, seed: Optional[int] = None, options: Optional[Dict[str, Any]] = None
    ) -> Tuple[np.int64, Dict[str, Any]]:
        super().reset(seed=seed)
        self._cell = np.int64(self._world.start)
        self._way = [int(self._cell)]
        return self._cell, {"events": self._events[self._cell]}

    def step(self, action: np.int64) -> Tuple[np.int64, float, bool, bool, Dict[str, Any]]:
        self._cell = cell = self._next[self._cell][action]
        if self.render_mode is not None:
            self._way.append(int(cell))
        return cell, 0.0, False, False, {"events": self._events[cell]}

    def render(self) -> Any:
        if self.render_mode == "ansi":
            row, column = divmod(int(self._cell), self._world.columns)
            return self._world.text(self._way) + f"the agent is in row {row + 1}, column {column + 1}\n"
        if self.render_mode == "rgb_array":
            return _picture(self._world, int(self._cell))
        return None


_COLOURS = (
    (214, 69, 65), (52, 119, 186), (76, 153, 76), (230, 159, 0), (126, 87, 160), (0, 158, 147), (150, 100, 60),
    (204, 121, 167), (90, 90, 160), (140, 150, 40),
)  # fmt: skip


def _picture(world: _core.World, agent: int, size: int = 16) -> npt.NDArray[np.uint8]:
    """A picture of a world: dark walls, coloured objects, and the agent as a black square with a white one inside."""
    rows, columns = world.rows, world.columns
    image = np.full((rows * size, columns * size, 3), 250, np.uint8)
    solid, labels = world.solid(), world.labels()

    def box(cell: int, margin: int, colour: Tuple[int, int, int]) -> None:
        row, column = divmod(cell, columns)
        image[row * size + margin : (row + 1) * size - margin, column * size + margin : (column + 1) * size - margin] = colour

    for cell in range(rows * columns):
        row, column = divmod(cell, columns)
        if solid[cell]:
            box(cell, 0, (91, 87, 80))
            continue
        held = [i for i in range(len(world.objects)) if labels[cell] >> i & 1]
        for depth, i in enumerate(held):
            box(cell, 2 + 3 * depth, _COLOURS[i % len(_COLOURS)])
        top, left = row * size, column * size
        across, down = slice(left, left + size), slice(top, top + size)
        sides: List[Tuple[Any, Any]] = [(top, across), (down, left + size - 1), (top + size - 1, across), (down, left)]
        for move, side in enumerate(sides):
            if world.blocked(cell, move):
                image[side] = (60, 57, 52)
    box(agent, 3, (20, 20, 20))
    box(agent, 6, (255, 255, 255))
    return image


def _register() -> None:
    for name in ("Office", "Craft"):
        if f"remap/{name}-v0" not in gymnasium.registry:
            gymnasium.register(
                id=f"remap/{name}-v0",
                entry_point="remap.gym:GridWorld",
                kwargs={"world": name.lower()},
                max_episode_steps=1000,
            )


_register()

__all__ = ["GridWorld", "RewardMachineWrapper", "counterfactual_rows"]
