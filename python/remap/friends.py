"""Machines of other libraries: AALpy, the reward_machines repository, PyCRM, networkx. Each is imported on first use."""

from __future__ import annotations

import enum
import importlib
from typing import Any, Dict, Hashable, Iterable, List, Optional, Sequence, Tuple, Union

from . import _core
from ._letters import LetterLike, Letters, Output
from .machines import AnyMachine, Machine, MealyMachine, MooreMachine, RewardMachine

# -- AALpy


def to_aalpy(machine: Union[MooreMachine, MealyMachine]) -> Any:
    """An aalpy MooreMachine or MealyMachine; states are q0, q1, …, letters have their names, as in "a" or "{p,q}". Missing steps
    stay missing."""
    aalpy = importlib.import_module("aalpy.automata")

    names = machine._letters.core.names
    outputs, table, indices = machine.outputs, machine.transitions.tolist(), machine.output_indices.tolist()
    if isinstance(machine, MooreMachine):
        states = [aalpy.MooreState(f"q{q}", outputs[o]) for q, o in enumerate(indices)]
    else:
        states = [aalpy.MealyState(f"q{q}") for q in range(len(table))]
    for q, row in enumerate(table):
        for letter, to in enumerate(row):
            if to < 0:
                continue
            states[q].transitions[names[letter]] = states[to]
            if isinstance(machine, MealyMachine):
                states[q].output_fun[names[letter]] = outputs[indices[q][letter]]
    make = aalpy.MooreMachine if isinstance(machine, MooreMachine) else aalpy.MealyMachine
    return make(states[machine.initial], states)


def from_aalpy(
    automaton: Any,
    *,
    outputs: Optional[Sequence[Output]] = None,
    letters: Optional[Iterable[LetterLike]] = None,
    propositions: Optional[Iterable[str]] = None,
) -> Union[MooreMachine, MealyMachine]:
    """The machine of an aalpy Dfa, MooreMachine or MealyMachine. Outputs are sorted unless given, lowest first;
    letters are in the order of the automaton's alphabet unless they, or the propositions whose sets they name, are
    given."""
    names = [str(letter) for letter in automaton.get_input_alphabet()]
    if propositions is not None:
        alphabet = Letters.make(propositions=propositions, events=letters or "any")
    else:
        alphabet = Letters.make(letters=names if letters is None else letters)
    by_name = {name: alphabet.index(name) for name in names}
    number: Dict[int, int] = {id(state): i for i, state in enumerate(automaton.states)}
    kind = type(automaton).__name__
    if kind not in ("Dfa", "MooreMachine", "MealyMachine"):
        raise _core.InputError(f"an aalpy {kind} cannot be converted, expected Dfa, MooreMachine or MealyMachine")
    table = [[-1] * len(alphabet.letters) for _ in automaton.states]
    steps: List[List[Optional[Output]]] = [[None] * len(alphabet.letters) for _ in automaton.states]
    for q, state in enumerate(automaton.states):
        for letter, to in state.transitions.items():
            table[q][by_name[str(letter)]] = number[id(to)]
            if kind == "MealyMachine":
                steps[q][by_name[str(letter)]] = _output(state.output_fun[letter])
    given: Dict[str, Any] = {"letters": alphabet.letters}
    if alphabet.propositions:
        given["propositions"] = alphabet.propositions
    initial = number[id(automaton.initial_state)]
    if kind == "MealyMachine":
        seen = {each for row in steps for each in row if each is not None}
        return MealyMachine(table, steps, outputs=_sorted(seen) if outputs is None else outputs, initial=initial, **given)
    values = [int(s.is_accepting) if kind == "Dfa" else _output(s.output) for s in automaton.states]
    chosen = _sorted(set(values)) if outputs is None else outputs
    return MooreMachine(table, values, outputs=chosen, initial=initial, **given)


def _output(value: Hashable) -> Output:
    if isinstance(value, bool) or not isinstance(value, (str, int, float)):
        return str(value)
    return value


def _sorted(outputs: Iterable[Output]) -> List[Output]:
    """Names first, then numbers, each in their order."""
    return sorted(outputs, key=lambda o: (not isinstance(o, str), o if not isinstance(o, str) else 0, str(o)))


# -- the reward_machines repository


class ConstantReward:
    """A constant reward function of that repository."""

    def __init__(self, value: float) -> None:
        self.c = value

    def get_type(self) -> str:
        return "constant"

    def get_reward(self, s_info: Any = None) -> float:
        return self.c


class ClassicRewardMachine:
    """A reward machine with the attributes and methods of the class RewardMachine of the reward_machines repository, for
    code that was written for it.

    `U` are the states that are not terminal, `u0` the initial one; all terminal states are `terminal_u`, -1, which is also
    where a set of propositions without a transition leads. `delta_u[u1][u2]` is a formula, `delta_r[u1][u2]` a
    reward function. If two transitions between the same states have different rewards, the second leads to a copy of its
    target, numbered after all states; -2, -3, … for terminal ones, which are in `terminal_states`.
    """

    terminal_u = -1

    def __init__(self, machine: AnyMachine) -> None:
        self._machine = machine.to_reward_machine()
        self.U: List[int] = []
        self.u0: int = self.terminal_u
        self.delta_u: Dict[int, Dict[int, str]] = {}
        self.delta_r: Dict[int, Dict[int, ConstantReward]] = {}
        self.terminal_states = {self.terminal_u}
        self.propositions = self._machine.propositions
        self._known: Dict[Tuple[int, Any], int] = {}
        self._build()

    def _build(self) -> None:
        machine = self._machine
        twins: List[int] = []  # what each copy is a copy of
        twin_of: Dict[Tuple[int, int], int] = {}  # (state, how many times the pair was taken before)
        size = len(machine)

        def name(state: int, used: Dict[int, float], reward: float) -> int:
            """A state with that behaviour which this one reaches with no other reward."""
            target, times = (self.terminal_u if machine.terminal[state] else state), 0
            original = target
            while used.get(target, reward) != reward:
                times += 1
                key = (original, times)
                if key not in twin_of:
                    if original == self.terminal_u:
                        twin_of[key] = -1 - times
                        self.terminal_states.add(-1 - times)
                    else:
                        twin_of[key] = size + len(twins)
                        twins.append(state)
                target = twin_of[key]
            return target

        self.u0 = self.terminal_u if machine.terminal[machine.initial] else machine.initial
        originals = [q for q in range(size) if not machine.terminal[q]]
        done = 0
        while done < len(originals) + len(twins):
            if done < len(originals):
                source = behaves = originals[done]
            else:
                source, behaves = size + done - len(originals), twins[done - len(originals)]
            done += 1
            self.U.append(source)
            used: Dict[int, float] = {}
            formulas: Dict[int, str] = {}
            for edge in machine.edges:
                if edge.source != behaves:
                    continue
                target = name(edge.target, used, edge.value)
                used[target] = edge.value
                formulas[target] = f"{formulas[target]}|{edge.formula}" if target in formulas else edge.formula
            self.delta_u[source] = formulas
            self.delta_r[source] = {target: ConstantReward(value) for target, value in used.items()}

    def reset(self) -> int:
        return self.u0

    def get_states(self) -> List[int]:
        return self.U

    def get_next_state(self, u1: int, true_props: Iterable[str]) -> int:
        """`true_props` are names in a collection, or letters in a string."""
        key = (u1, true_props if isinstance(true_props, str) else frozenset(true_props))
        if key not in self._known:
            self._known[key] = self._compute(u1, set(true_props))
        return self._known[key]

    def _compute(self, u1: int, true: set[str]) -> int:
        for u2, formula in self.delta_u[u1].items():
            if evaluate_dnf(formula, true):
                return u2
        return self.terminal_u

    def step(
        self, u1: int, true_props: Iterable[str], s_info: Any = None, add_rs: bool = False, env_done: bool = False
    ) -> Tuple[int, float, bool]:
        """The next state, the reward, and whether the machine has ended."""
        if add_rs:
            raise NotImplementedError("reward shaping is not part of remap")
        u2 = self.get_next_state(u1, true_props)
        functions = self.delta_r.get(u1, {})
        reward = functions[u2].get_reward(s_info) if u2 in functions else 0.0
        if u2 == self.terminal_u and not any(
            evaluate_dnf(f, set(true_props)) for u, f in self.delta_u[u1].items() if u == u2
        ):
            reward = 0.0  # no transition: the episode ends with reward 0
        return u2, reward, u2 in self.terminal_states

    def get_useful_transitions(self, u1: int) -> List[Tuple[str, int]]:
        """(formula, next state) for the transitions that leave a state."""
        return [(formula, u2) for u2, formula in self.delta_u[u1].items() if u2 != u1]


def evaluate_dnf(formula: str, true_props: Iterable[str]) -> bool:
    """Whether a formula such as "a&!b|c" holds; True and False are formulas, too."""
    true = set(true_props)

    def literal(text: str) -> bool:
        if text in ("True", "False"):
            return text == "True"
        return text[1:] not in true if text.startswith("!") else text in true

    return any(all(literal(each) for each in cube.split("&")) for cube in formula.split("|"))


# -- PyCRM


def to_pycrm(machine: AnyMachine, env_prop_enum: Optional[Any] = None) -> Any:
    """A pycrm CountingRewardMachine. Propositions are the members of `env_prop_enum` of the same name; without one, an enum
    is made (`machine.env_prop_enum`). Terminal states become one state, as PyCRM requires; so does the end after a missing
    transition, which PyCRM treats as an error."""
    pycrm: Any = importlib.import_module("pycrm.automaton")
    rewards = machine.to_reward_machine()
    names = rewards.propositions
    members: Any = env_prop_enum or enum.Enum("Event", {name: i for i, name in enumerate(names)})
    missing = [name for name in names if name not in members.__members__]
    if missing:
        raise _core.InputError(f"env_prop_enum lacks {', '.join(missing)}")
    clash = sorted({name for name in names if name.lower() in ("and", "or", "not", "props", "true", "false")})
    if clash:
        raise _core.InputError(f"PyCRM cannot have a proposition called {', '.join(clash)}")
    live = [q for q in range(len(rewards)) if not rewards.terminal[q]]
    number = {q: i for i, q in enumerate(live)}
    delta_u: Dict[int, Dict[str, int]] = {i: {} for i in range(len(live))}
    delta_r: Dict[int, Dict[str, float]] = {i: {} for i in range(len(live))}
    for edge in rewards.edges:
        if edge.source in number:
            expression = _expression(edge.formula)
            delta_u[number[edge.source]][expression] = number.get(edge.target, -1)
            delta_r[number[edge.source]][expression] = edge.value
    for q in rewards._core.incomplete_states():  # after all others, which are tried first
        delta_u[number[q]][""] = -1
        delta_r[number[q]][""] = 0.0

    class Learned(pycrm.RewardMachine):  # type: ignore[misc]
        @property
        def u_0(self) -> int:
            return number[rewards.initial]

        def _get_state_transition_function(self) -> Dict[int, Dict[str, int]]:
            return {u: dict(row) for u, row in delta_u.items()}

        def _get_reward_transition_function(self) -> Dict[int, Dict[str, float]]:
            return {u: dict(row) for u, row in delta_r.items()}

    return pycrm.RmToCrmAdapter(Learned(members))


def _expression(formula: str) -> str:
    """A formula as PyCRM writes it."""
    if formula == "True":
        return ""
    cubes = []
    for cube in formula.split("|"):
        literals = [f"not ({text[1:]})" if text.startswith("!") else f"({text})" for text in cube.split("&")]
        cubes.append("(" + " and ".join(literals) + ")")
    return " or ".join(cubes)


# -- networkx


def to_networkx(machine: Machine[Any]) -> Any:
    """A networkx.MultiDiGraph: one node per state, with `initial`, `terminal` and `output` where they apply; edges
    with `letter` or `formula`, and `output` or `reward`."""
    networkx: Any = importlib.import_module("networkx")
    graph = networkx.MultiDiGraph(initial=machine.initial)
    if isinstance(machine, RewardMachine):
        for q in range(len(machine)):
            graph.add_node(q, initial=q == machine.initial, terminal=bool(machine.terminal[q]))
        for edge in machine.edges:
            graph.add_edge(edge.source, edge.target, formula=edge.formula, reward=edge.reward)
        return graph
    assert isinstance(machine, (MooreMachine, MealyMachine))
    for q in range(len(machine)):
        graph.add_node(q, initial=q == machine.initial)
        if isinstance(machine, MooreMachine):
            graph.nodes[q]["output"] = machine.state_outputs[q]
        else:
            graph.nodes[q]["terminal"] = bool(machine.terminal[q])
    for q, row in enumerate(machine.transitions.tolist()):
        for letter, to in enumerate(row):
            if to < 0:
                continue
            more: Dict[str, Any] = {}
            if isinstance(machine, MealyMachine):
                more["output"] = machine.outputs[machine.output_indices[q, letter]]
            graph.add_edge(q, to, letter=machine.letters[letter], **more)
    return graph


__all__ = ["ClassicRewardMachine", "from_aalpy", "to_aalpy", "to_networkx", "to_pycrm"]
