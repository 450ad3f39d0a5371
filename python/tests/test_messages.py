"""What is said about arguments and answers that make no sense, and what is shown."""

import sys

import numpy as np
import pytest
import remap

LETTERS = {"letters": ["a", "b"], "outputs": [0, 1], "progress": False}


def better(a, b):
    return ("a" in a) - ("a" in b)


@pytest.mark.parametrize(
    "arguments, sentence",
    [
        ({"teacher_errs": True}, "teacher_errs cannot be True, expected 'off' or 'on' or 'comparisons'"),
        ({"confirm": True}, "confirm cannot be True, expected 'off' or"),
        ({"samples": False}, "samples cannot be False, expected a number or a name"),
        ({"letters": "a,b"}, "letters is a list of names, not the string 'a,b'"),
        ({"lerner": "tree"}, "there is no setting 'lerner'; the settings are absorbing, "),
    ],
)
def test_arguments_of_the_wrong_type(arguments, sentence):
    with pytest.raises(TypeError, match=sentence):
        remap.learn(teacher=better, **{**LETTERS, **arguments})
    with pytest.raises(TypeError, match=sentence):
        remap.Session(**{**{"letters": ["a", "b"], "outputs": [0, 1]}, **arguments})


def test_events_that_are_misspelt():
    for events, sentence in (
        ([["cofee"]], "no proposition 'cofee'; did you mean 'coffee'"),
        (["coffee"], r"events is a list of sets, such as \[\[\], \['a'\]\], but has the string 'coffee'"),
        ("two", "events cannot be 'two', expected any, one, or a list of sets"),
    ):
        with pytest.raises(remap.InputError, match=sentence):
            remap.learn(teacher=better, propositions=["coffee", "tea"], events=events, outputs=[0, 1])


def test_a_file_that_exists_is_resumed_by_a_call(tmp_path):
    path = tmp_path / "run.jsonl"
    remap.learn(teacher=better, session=path, **LETTERS)
    with pytest.raises(remap.InputError) as caught:
        remap.learn(teacher=better, session=path, **LETTERS)
    assert f"continue with remap.resume({str(path)!r}, teacher)" in str(caught.value)


@pytest.mark.parametrize("kind", [float, np.float64, np.float32, np.int8, np.array])
def test_any_number_is_an_answer(kind):
    learned = remap.learn(teacher=lambda a, b: kind(better(a, b)), **LETTERS)
    assert learned.machine.run("ba") == 1 and learned.machine.run("b") == 0
    signed = remap.batch(lambda pairs: np.sign([float(better(a, b)) for a, b in pairs]))
    assert remap.learn(teacher=signed, **LETTERS).machine == learned.machine


@pytest.mark.parametrize(
    "answer, error",
    [(0.5, ValueError), (float("nan"), ValueError), (2, ValueError), (1 << 80, ValueError), (True, TypeError), (np.True_, TypeError),
     ("a", TypeError), ([1], TypeError), (1j, TypeError), (np.array([1, 0]), TypeError)],
)  # fmt: skip
def test_other_answers_are_refused(answer, error):
    with pytest.raises(error, match=r"a teacher answers -1, 0, 1 or None \(unsure\), not "):
        remap.learn(teacher=lambda a, b: answer, **LETTERS)


def test_answers_out_of_turn():
    def backwards(pairs):
        for position in reversed(range(len(pairs))):
            yield position, better(*pairs[position])

    expected = remap.learn(teacher=better, **LETTERS)
    assert remap.learn(teacher=remap.batch(backwards), **LETTERS).machine == expected.machine
    few = [["a"], ["b"], ["a", "b"]]
    assert remap.learn(teacher=remap.batch(backwards), words=few, **LETTERS).machine.run("a") == 1
    for wrong, sentence in (
        (lambda pairs: [(0, 0)] * 2 * len(pairs), "answered"),
        (lambda pairs: iter([(0, 0), (0, 0)]), "answered comparison 0 twice"),
        (lambda pairs: iter([(10**6, 0)]), "answered comparison 1000000, which was not asked"),
        (lambda pairs: iter([0]), "was asked .* comparisons and answered 1"),
        (lambda pairs: [0] * (len(pairs) + 1), "was asked .* comparisons and answered"),
    ):
        with pytest.raises(ValueError, match=sentence):
            remap.learn(teacher=remap.batch(wrong), letters=list("abcd"), outputs=[0, 1], progress=False)


def test_a_progress_bar_that_cannot_be_shown(monkeypatch):
    monkeypatch.setitem(sys.modules, "tqdm.auto", None)
    assert remap.learn(teacher=better, **{**LETTERS, "progress": None}).counts.comparisons > 0
    with pytest.raises(ImportError, match=r"progress=True needs tqdm: pip install 'remap\[progress\]'"):
        remap.learn(teacher=better, **{**LETTERS, "progress": True})


def test_settings_are_shown():
    shown = {setting.name: repr(setting) for setting in remap.settings()}
    assert "off, on, comparisons; Whether answers may be wrong" in shown["teacher-errs"]
    assert shown["seed"].startswith("<Setting seed: number; ")


def test_every_exception_says_what_it_means():
    for name in remap.__all__:
        each = getattr(remap, name)
        if isinstance(each, type) and issubclass(each, Exception):
            assert len((each.__doc__ or "").strip()) > 10, name


def test_what_was_asked_is_never_more_than_what_was_compared():
    asked = []
    learned = remap.learn(
        propositions=["a", "b"], outputs=[0, 1], progress=False, teacher=lambda a, b: asked.append(0) or better(str(a), str(b))
    )
    assert learned.counts.asked == len(asked) <= learned.counts.comparisons


def test_values_that_are_no_rewards():
    alike = {"propositions": ["lava"], "teacher": lambda a, b: any("lava" in x for x in b) - any("lava" in x for x in a)}
    for outputs in (None, ["bad", "good"]):
        learned = remap.learn(outputs=outputs, progress=False, **alike)
        with pytest.raises(remap.InputError, match=r"rewards are numbers, but .* outputs .* < .*as in outputs=\[0, 1\]"):
            learned.reward_machine
    learned = remap.learn(outputs=[0, 1], progress=False, **alike)
    with pytest.raises(remap.InputError, match="the empty word has the value 1, and a reward machine pays nothing for it"):
        learned.reward_machine
    assert remap.learn(outputs=[-1, 0], progress=False, **alike).reward_machine.run("{} lava {}") == [0, -1, -1]
    with pytest.raises(remap.InputError, match="not sets of propositions"):
        remap.learn(teacher=better, **LETTERS).reward_machine
