"""A Gymnasium environment trained with CRM, with and without the learned machine, as one picture.

Frozen Lake pays for reaching the goal. Here the agent must fetch a key first, which the observation does not show: without
a machine the agent cannot remember it. The machine is learned from a function that compares two words.
"""

import sys
from pathlib import Path
from typing import Any, List, Set

import gymnasium
import numpy as np
import remap

KEY, GOAL = 3, 15  # cells of the 4 x 4 lake: the upper right one has the key


def events(_observation: int, _action: int, reached: int) -> Set[str]:
    return {"key"} if reached == KEY else {"goal"} if reached == GOAL else set()


def better(a: remap.Word, b: remap.Word) -> int:
    """The only thing the teacher knows: which of two words is better."""

    def value(word: remap.Word) -> int:
        key = False
        for i, letter in enumerate(word):
            if key and "goal" in letter:
                return int(i + 1 == len(word))
            key = key or "key" in letter
        return 0

    return (value(a) > value(b)) - (value(a) < value(b))


def make() -> "gymnasium.Env[Any, Any]":
    return gymnasium.make("FrozenLake-v1", is_slippery=False, desc=["SFFF", "FHFH", "FFFF", "HFFG"])


def curve(machine: remap.RewardMachine, counterfactuals: str, seeds: int, steps: int) -> List[float]:
    """The mean reward per step at five training lengths, averaged over seeds."""
    lengths = np.linspace(steps / 5, steps, 5).astype(int)
    return [
        float(
            np.mean(
                [
                    remap.crm(
                        make(),
                        machine,
                        label_fn=events,
                        steps=int(length),
                        seed=seed,
                        counterfactuals=counterfactuals,
                        episode_limit=100,
                    ).mean_reward
                    for seed in range(seeds)
                ]
            )
        )
        for length in lengths
    ]


def main(folder: Path, seeds: int = 3, steps: int = 2000) -> None:
    learned = remap.learn(
        propositions=["key", "goal"], events="one", outputs=[0, 1], teacher=better, progress=False
    ).reward_machine
    print(learned)
    memoryless = remap.RewardMachine(
        [(0, 0, "!goal", 0), (0, 1, "goal", 1)], propositions=["key", "goal"], terminal=[1]
    )
    truth = learned
    curves = {
        "learned machine, CRM": curve(truth, "reachable", seeds, steps),
        "learned machine, Q-learning": curve(truth, "none", seeds, steps),
    }
    for name, points in curves.items():
        print(f"{name}: {points[-1]:.4f} per step at the end")
    # Without the machine: a policy that sees only cells goes straight to the goal, and earns nothing without the key.
    blind = remap.crm(make(), memoryless, label_fn=events, steps=steps, seed=0, episode_limit=100)
    env = remap.gym.RewardMachineWrapper(make(), truth, events, observation="index")
    observation, _ = env.reset(seed=0)
    earned, done = 0.0, False
    for _ in range(100):
        if done:
            break
        observation, reward, done, _, _ = env.step(blind.action(observation // env.machine_states, 0))
        earned += float(reward)
    print(f"without a machine: {earned:.0f} for an episode")
    curves["without a machine"] = [earned] * 5
    draw(folder / "crm.svg", curves, steps)


def draw(path: Path, curves: "dict[str, List[float]]", steps: int) -> None:
    """One picture, without a plotting library."""
    width, height, top = 640, 360, max(max(points) for points in curves.values()) or 1.0
    colours = ("#b2182b", "#2166ac", "#666666")
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" font-family="sans-serif" font-size="13">',
        f'<rect width="{width}" height="{height}" fill="white"/>',
        f'<path d="M60 20V300H620" fill="none" stroke="black"/><text x="340" y="335">{steps} steps</text>',
        f'<text x="8" y="26">{top:.3f}</text><text x="8" y="304">0</text>',
    ]
    for i, (name, points) in enumerate(curves.items()):
        line = " ".join(f"{60 + 112 * (k + 1):.0f},{300 - 280 * y / top:.1f}" for k, y in enumerate(points))
        parts.append(f'<polyline points="{line}" fill="none" stroke="{colours[i]}" stroke-width="2"/>')
        parts.append(f'<text x="80" y="{40 + 18 * i}" fill="{colours[i]}">{name}: reward per step</text>')
    path.write_text("\n".join(parts) + "\n</svg>\n", encoding="utf-8")


if __name__ == "__main__":
    import remap.gym

    main(Path(sys.argv[1] if len(sys.argv) > 1 else "."))
