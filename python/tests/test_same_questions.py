"""Through Python, a run asks what the command asks, in the same order."""

import subprocess

import pytest
import remap
from remap import _core

RANDOM = [(2 + seed % 23, 2 + seed % 4, 2 + seed % 3, seed) for seed in range(200)]


def answers(path):
    run = _core.Run.read(str(path))
    return dict(run.settings), [run.answer_text(i) for i in range(1, run.answers + 1)]


def check(command, folder, source, machine, seed):
    subprocess.run(
        [command, "learn", source, "--seed", str(seed), "--session", str(folder / "theirs"), "--quiet"], check=True
    )
    learned = remap.learn(
        teacher=remap.MachineTeacher(machine),
        outputs=machine.outputs,
        seed=seed,
        session=folder / "ours",
        progress=False,
        **({"propositions": machine.propositions} if machine.propositions else {"letters": machine.letters}),
    )
    assert learned.machine.equivalent(machine)
    ours, theirs = answers(folder / "ours"), answers(folder / "theirs")
    assert ours == theirs
    assert len(ours[1]) == learned.counts.asked > 0


@pytest.mark.parametrize("name", remap.tasks())
def test_tasks(command, tmp_path, name):
    check(command, tmp_path, name, remap.task(name).to_moore(), seed=3)


@pytest.mark.parametrize("part", range(10))
def test_random_machines(command, tmp_path, part):
    for states, letters, outputs, seed in RANDOM[part::10]:
        folder = tmp_path / str(seed)
        folder.mkdir()
        outputs = min(outputs, states)
        machine = remap.random_machine(states, letters, outputs, seed)
        check(command, folder, f"random:{states},{letters},{outputs},{seed}", machine, seed)
