"""The events of a step: names of propositions, from a label function, an environment or a caller."""

from __future__ import annotations

import difflib
import inspect
from typing import Any, Callable, Collection, FrozenSet, Iterable, Mapping, Optional, Sequence, Tuple, Union

import numpy as np

from ._core import InputError

#: What names the propositions that hold: a collection of names, or a mapping from names to booleans.
Events = Union[Iterable[str], Mapping[str, bool]]
#: Of (observation, action, next observation), and of `info` and `env` if it has parameters of these names.
LabelFunction = Callable[..., Any]

UNKNOWN = ("error", "ignore")


def unknown_name(name: object, known: Iterable[str]) -> str:
    """What is wrong with a name that is not among those that are known."""
    names = sorted(known)
    close = difflib.get_close_matches(name.strip(), names, 1) or [
        each for each in names if each.lower() == name.strip().lower()
    ] if isinstance(name, str) else []  # fmt: skip
    if close:
        return f"there is no proposition {name!r}; did you mean {close[0]!r}?"
    listed = ", ".join(names[:8]) + (", …" if len(names) > 8 else "")
    return f"there is no proposition {name!r}; the propositions are {listed or 'none'}"


def check_unknown(unknown: str) -> None:
    if unknown not in UNKNOWN:
        raise InputError(f"unknown cannot be '{unknown}', expected {' or '.join(UNKNOWN)}")


def event_names(events: Any, who: str, order: Optional[Sequence[str]] = None) -> Collection[str]:
    """The names of the propositions that hold. `order`: the propositions that an array of booleans is about."""
    if isinstance(events, (frozenset, set, list, tuple)):
        if any(isinstance(each, (bool, np.bool_)) for each in events):
            raise InputError(f"{who} has booleans without names, expected names, as in ['coffee'] or {{'coffee': True}}")
        return events
    if isinstance(events, str):
        raise InputError(f"{who} is the string {events!r}, expected a collection of names, as in [{events!r}]")
    if isinstance(events, Mapping):
        for name, holds in events.items():
            if not isinstance(holds, (bool, np.bool_)):
                raise InputError(f"{who} gives {name!r} the value {holds!r}, expected True or False")
        return [name for name, holds in events.items() if holds]
    if isinstance(events, np.ndarray) and events.dtype == np.bool_:
        if order is None or events.shape != (len(order),):
            raise InputError(
                f"{who} is an array of booleans of shape {events.shape}, which has no names: give the label function an "
                "attribute `propositions` that lists as many, in order"
            )
        return [name for name, holds in zip(order, events.tolist()) if holds]
    if not isinstance(events, Iterable):
        raise InputError(f"{who} is {events!r}, expected a collection of names, such as ['coffee'], or [] for none")
    return list(events)


def _accepts(function: Callable[..., Any], *positional: Any, **named: Any) -> Optional[str]:
    """Why the function cannot be called like this; None if it can, or if nobody knows."""
    try:
        inspect.signature(function).bind(*positional, **named)
    except TypeError as error:
        return str(error)
    except ValueError:
        return None  # a builtin
    return None


def _extras(label_fn: LabelFunction) -> Tuple[str, ...]:
    """Which of `info` and `env` the function takes besides the three arguments that it always gets."""
    try:
        parameters = list(inspect.signature(label_fn).parameters.values())
    except (TypeError, ValueError):
        return ()
    positional = [p for p in parameters if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)]
    names = {p.name for p in parameters if p not in positional[:3]}
    everything = any(p.kind == p.VAR_KEYWORD for p in parameters)
    return tuple(name for name in ("info", "env") if everything or name in names)


class Labels:
    """The events of each step of an environment: what `label_fn` says, or `info["events"]` without one."""

    def __init__(
        self, label_fn: Optional[LabelFunction], propositions: Iterable[str], env: Any, unknown: str = "error"
    ) -> None:
        check_unknown(unknown)
        self._label_fn, self._env, self._strict = label_fn, env, unknown == "error"
        self._order = getattr(label_fn, "propositions", None)
        own = getattr(getattr(env, "unwrapped", env), "propositions", None)
        self._known = frozenset([*propositions, *(self._order or ()), *(own or ())])
        self._extras: Tuple[str, ...] = ()
        self._who = 'info["events"]'
        self._reset: Optional[Callable[..., Any]] = None
        if label_fn is None:
            return
        if not callable(label_fn):
            raise InputError(f"label_fn must be a function, not {label_fn!r}")
        self._who = "what label_fn returned"
        self._extras = _extras(label_fn)
        problem = _accepts(label_fn, None, None, None, **dict.fromkeys(self._extras))
        if problem is not None:
            raise InputError(
                "label_fn must take (observation, action, next_observation), and may take info and env by these names: "
                f"{problem}"
            )
        self._reset = getattr(label_fn, "reset", None)

    def reset(self) -> None:
        """A new episode begins: tells a label function that has a method `reset`."""
        if callable(self._reset):
            if _accepts(self._reset, None) is None:
                self._reset(self._env)
            else:
                self._reset()

    def __call__(self, before: Any, action: Any, after: Any, info: Mapping[str, Any]) -> FrozenSet[str]:
        if self._label_fn is None:
            if "events" not in info:
                raise InputError('the environment gives no info["events"]: give a label_fn that names the events of a step')
            events = info["events"]
        elif self._extras:
            more = {"info": info, "env": self._env}
            events = self._label_fn(before, action, after, **{name: more[name] for name in self._extras})
        else:
            events = self._label_fn(before, action, after)
        names = frozenset(event_names(events, self._who, self._order))
        if self._strict and not names <= self._known:
            wrong = min(names - self._known, key=repr)
            raise InputError(
                f"{self._who} names a wrong event: {unknown_name(wrong, self._known)} (unknown='ignore' allows others)"
            )
        return names
