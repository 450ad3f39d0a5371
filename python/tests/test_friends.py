"""Machines of other libraries: what they say must be what ours say."""

import numpy as np
import pytest
import remap
from remap.friends import ClassicRewardMachine, evaluate_dnf

WORDS = 10_000


def label_words(machine, words, seed):
    """Random words over sets of the machine's propositions, mostly short."""
    random = np.random.default_rng(seed)
    names = machine.propositions
    for _ in range(words):
        yield [
            frozenset(name for name, bit in zip(names, random.random(len(names)) < 0.4) if bit)
            for _ in range(int(random.geometric(0.15)))
        ]


def ours(machine, word):
    """Rewards along a word, and whether it ended."""
    rewards = machine.run(word)
    state = machine.initial
    for events in word[: len(rewards)]:
        state, _ = machine.step(state, events)
    return rewards, machine.ended(state)


def classic(machine, word):
    state, rewards, done = machine.reset(), [], False
    for events in word:
        state, reward, done = machine.step(state, events)
        rewards.append(reward)
        if done:
            break
    return rewards, done


@pytest.mark.parametrize("name", remap.tasks())
def test_the_class_of_reward_machines_agrees(name):
    machine = remap.task(name)
    other = ClassicRewardMachine(machine)
    assert other.terminal_u == -1 and other.u0 in other.U and set(other.delta_u) == set(other.U)
    for word in label_words(machine, WORDS, seed=1):
        assert classic(other, word) == ours(machine, word)


def test_transitions_that_pay_differently_get_a_twin():
    machine = remap.RewardMachine(
        [(0, 1, "a&!b", 1), (0, 1, "b&!a", 2), (0, 2, "a&b", 3), (1, 2, "a", 5), (1, 2, "b&!a", 6), (1, 0, "!a&!b", 0)],
        propositions=["a", "b"],
        terminal=[2],
    )
    other = ClassicRewardMachine(machine)
    assert len(other.U) == 3 and len(other.terminal_states) == 2
    for word in label_words(machine, 2000, seed=2):
        assert classic(other, word) == ours(machine, word)
    assert other.get_useful_transitions(0)


def test_formulas():
    assert evaluate_dnf("a&!b|c", "c") and evaluate_dnf("a&!b|c", {"a"}) and not evaluate_dnf("a&!b|c", {"a", "b"})
    assert evaluate_dnf("True", "") and not evaluate_dnf("False", "a")


@pytest.mark.parametrize("name", remap.tasks())
def test_pycrm_agrees(name):
    pytest.importorskip("pycrm.automaton", reason="PyCRM is not installed")
    machine = remap.task(name)
    other = remap.friends.to_pycrm(machine)
    event = other.env_prop_enum
    for word in label_words(machine, WORDS, seed=3):
        state, rewards, done = other.u_0, [], False
        for events in word:
            state, _, reward = other.transition(state, other.c_0, {event[name] for name in events})
            rewards.append(reward(None, None, None))
            done = state in other.F
            if done:
                break
        assert (rewards, done) == ours(machine, word)


@pytest.mark.parametrize("name", remap.tasks())
def test_aalpy_round_trips(name, tmp_path):
    aalpy = pytest.importorskip("aalpy", reason="AALpy is not installed")
    machine = remap.task(name)
    for ours in (machine.to_moore(), machine.to_mealy()):
        theirs = remap.friends.to_aalpy(ours)
        again = remap.friends.from_aalpy(theirs, outputs=ours.outputs, propositions=ours.propositions)
        if isinstance(ours, remap.MooreMachine):
            assert again == ours
            random = np.random.default_rng(4)
            names = ours._letters.core.names
            for _ in range(200):
                word = [names[i] for i in random.integers(len(names), size=random.integers(1, 12))]
                theirs.reset_to_initial()
                assert theirs.execute_sequence(theirs.initial_state, word)[-1] == ours.run(" ".join(word))
        else:
            assert np.array_equal(again.transitions, ours.transitions)
            assert np.array_equal(again.output_indices, ours.output_indices)
    assert aalpy is not None


def test_aalpy_machines_of_their_own():
    pytest.importorskip("aalpy", reason="AALpy is not installed")
    from aalpy.utils import generate_random_deterministic_automata

    for kind in ("dfa", "moore", "mealy"):
        theirs = generate_random_deterministic_automata(kind, num_states=8, input_alphabet_size=3, output_alphabet_size=3)
        machine = remap.friends.from_aalpy(theirs)
        letters = theirs.get_input_alphabet()
        random = np.random.default_rng(5)
        for _ in range(200):
            word = [letters[i] for i in random.integers(len(letters), size=random.integers(1, 12))]
            theirs.reset_to_initial()
            said = theirs.execute_sequence(theirs.initial_state, word)
            mine = machine.run([str(letter) for letter in word])
            if kind == "mealy":
                assert [str(each) for each in said] == [str(each) for each in mine]
            else:
                assert str(int(said[-1]) if kind == "dfa" else said[-1]) == str(mine)
    with pytest.raises(remap.InputError, match="cannot be converted, expected"):
        remap.friends.from_aalpy(generate_random_deterministic_automata_like())


def generate_random_deterministic_automata_like():
    class Onfsm:
        states = []

        def get_input_alphabet(self):
            return ["a"]

    return Onfsm()


def test_networkx_graphs():
    networkx = pytest.importorskip("networkx", reason="networkx is not installed")
    machine = remap.task("craft/t1")
    graph = machine.to_networkx()
    assert isinstance(graph, networkx.MultiDiGraph) and graph.number_of_nodes() == 3
    assert graph.nodes[2]["terminal"] and graph[1][2][0] == {"formula": "b", "reward": "1"}
    moore = machine.to_moore().to_networkx()
    assert moore.number_of_edges() == 4 * moore.number_of_nodes()
    assert machine.to_mealy().to_networkx().number_of_nodes() == 3
