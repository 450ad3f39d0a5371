"""Learning: every kind of teacher, what goes wrong, and how a run goes on."""

import gc
import signal
import sys
import threading
import time
import weakref

import numpy as np
import pytest
import remap


def risky(word):
    return "aa" in "".join(word)


def compare(a, b):
    return int(risky(a)) - int(risky(b))


LETTERS = {"letters": ["a", "b"], "outputs": ["safe", "risky"]}
EXPECTED = remap.from_regexes(["(a|b)*aa(a|b)*"], "ab")


def is_right(machine):
    return [machine.run(w) == "risky" for w in ("", "a", "aa", "aba", "baab")] == [False, False, True, False, True]


class Judge:
    """Compares, and checks machines."""

    def __init__(self, feedback="output"):
        self.feedback = feedback

    def compare(self, pairs):
        return [compare(a, b) for a, b in pairs]

    def equivalence(self, machine):
        word = remap.MooreMachine(
            machine.transitions, machine.output_indices.tolist(), outputs=[0, 1], letters=["a", "b"]
        ).find_counterexample(EXPECTED)
        if word is None:
            return None
        value = "risky" if risky(word) else "safe"
        if self.feedback == "output":
            return remap.Counterexample(word, value)
        if self.feedback == "not":
            return remap.Counterexample(word, is_not=["safe" if value == "risky" else "risky"])
        if self.feedback == "among":
            return remap.Counterexample(word, among=[value])
        return word


def pair_generator():
    answer = None
    while True:
        a, b = yield answer
        answer = compare(a, b)


def lazy_batch(pairs):
    for a, b in pairs:
        yield compare(a, b)


@pytest.mark.parametrize(
    "teacher",
    [
        compare,
        remap.batch(lambda pairs: [compare(a, b) for a, b in pairs]),
        remap.batch(lambda pairs: np.array([compare(a, b) for a, b in pairs], np.int8)),
        remap.batch(lazy_batch),
        remap.from_value(risky),
        Judge(),
        Judge("not"),
        Judge("among"),
        Judge("word"),
    ],
    ids=["function", "batch", "array", "lazy batch", "value", "judge", "not", "among", "word"],
)
def test_teachers(teacher):
    learned = remap.learn(teacher=teacher, **LETTERS)
    assert is_right(learned.machine) and len(learned.machine) == 3
    assert learned.machine.outputs == ("safe", "risky")
    assert learned.counts.comparisons > 0
    assert (learned.counts.equivalence_questions > 0) == isinstance(teacher, Judge)


def test_a_generator_as_teacher():
    assert is_right(remap.learn(teacher=pair_generator(), **LETTERS).machine)


def test_a_generator_that_ends_raises():
    def two_answers():
        a, b = yield
        a, b = yield compare(a, b)

    with pytest.raises(StopIteration):
        remap.learn(teacher=two_answers(), **LETTERS)


def test_propositions_are_frozen_sets():
    seen = set()

    def value(word):
        seen.update(word)
        coffee = False
        for letter in word:
            if coffee and "office" in letter:
                return 1
            coffee = coffee or "coffee" in letter
        return 0

    learned = remap.learn(propositions=["coffee", "office"], outputs=[0, 1], teacher=remap.from_value(value))
    assert frozenset() in seen and frozenset({"coffee", "office"}) in seen
    assert learned.machine.run([{"coffee"}, set(), {"office"}]) == 1
    assert learned.machine.run("{coffee} {coffee,office}") == 1
    assert len(learned.reward_machine) == 3


def test_events_one_at_a_time():
    learned = remap.learn(propositions=["p", "q"], outputs=[0, 1], events="one", teacher=remap.from_value(
        lambda word: int(sum("p" in letter for letter in word) % 2)))
    assert len(learned.machine.letters) == 3


def test_order_alone_needs_no_outputs():
    learned = remap.learn(letters=["a", "b"], teacher=compare)
    assert learned.machine.outputs == ("r0", "r1")


def test_unsure_says_nothing():
    asked = []

    def hesitant(a, b):
        asked.append((a, b))
        return None if len(asked) % 5 == 0 and len(asked) < 60 else compare(a, b)

    learned = remap.learn(teacher=hesitant, **LETTERS)
    assert is_right(learned.machine) and learned.counts.unsure > 0
    with pytest.raises(remap.Unsettled):
        remap.learn(teacher=lambda a, b: None, **LETTERS)


def test_lies_are_told():
    def liar(a, b):
        return 1

    with pytest.raises(remap.Contradiction):
        remap.learn(teacher=liar, letters=["a", "b"], outputs=[0, 1], confirm="all")
    with pytest.raises(remap.TooFewOutputs):
        remap.learn(teacher=lambda a, b: (len(a) > len(b)) - (len(a) < len(b)), **LETTERS)


@pytest.mark.parametrize("answer", [True, False, 2, "a", 0.5, [], 10**30])
def test_what_is_no_answer_is_refused(answer):
    with pytest.raises((TypeError, ValueError), match="-1, 0, 1 or None"):
        remap.learn(teacher=lambda a, b: answer, **LETTERS)
    with pytest.raises((TypeError, ValueError), match="-1, 0, 1 or None"):
        remap.learn(teacher=remap.batch(lambda pairs: [answer] * len(pairs)), **LETTERS)


def test_a_batch_needs_as_many_answers_as_pairs():
    for wrong in (lambda pairs: [], lambda pairs: [0] * (len(pairs) + 1)):
        with pytest.raises(ValueError, match="answered"):
            remap.learn(teacher=remap.batch(wrong), **LETTERS)


def test_numpy_integers_are_answers():
    assert is_right(remap.learn(teacher=lambda a, b: np.int64(compare(a, b)), **LETTERS).machine)


def test_what_is_no_teacher_is_refused():
    with pytest.raises(TypeError, match="a teacher is"):
        remap.learn(teacher=42, **LETTERS)
    with pytest.raises(TypeError, match="not with False"):

        class No(Judge):
            def equivalence(self, machine):
                return False

        remap.learn(teacher=No(), **LETTERS)
    with pytest.raises(remap.InputError, match="not among the outputs"):

        class Wrong(Judge):
            def equivalence(self, machine):
                return remap.Counterexample("a", "dangerous")

        remap.learn(teacher=Wrong(), **LETTERS)


def test_settings_are_those_of_the_command():
    names = [each.name for each in remap.settings()]
    assert {"preset", "learner", "effort", "ranker", "equivalence", "seed", "confirm", "recheck"} <= set(names)
    learner = next(each for each in remap.settings() if each.name == "learner")
    assert "tree" in dict(learner.choices)
    learned = remap.learn(teacher=Judge(), learner="table", ranker="all_pairs", seed=7, **LETTERS)
    assert learned.settings["learner"] == "table" and learned.settings["ranker"] == "all-pairs"
    assert learned.settings["seed"] == "7"
    with pytest.raises(TypeError, match="no setting 'lerner'"):
        remap.learn(teacher=compare, lerner="table", **LETTERS)
    with pytest.raises(remap.InputError, match="^samples has no effect without equivalence sampling"):
        remap.learn(teacher=Judge(), samples=3, **LETTERS)
    with pytest.raises(remap.InputError):
        remap.learn(teacher=compare, learner="best of all", **LETTERS)
    with pytest.raises(remap.InputError, match="needs outputs"):
        remap.learn(teacher=Judge(), letters=["a", "b"])


def test_exceptions_arrive_unchanged_and_the_log_goes_on(tmp_path):
    class Mine(Exception):
        pass

    error = Mine("enough")
    asked = []

    def teacher(a, b):
        if len(asked) == 10:
            raise error
        asked.append((a, b))
        return compare(a, b)

    path = tmp_path / "run.jsonl"
    with pytest.raises(Mine) as caught:
        remap.learn(teacher=teacher, session=path, **LETTERS)
    assert caught.value is error
    again = []

    def patient(a, b):
        again.append((a, b))
        return compare(a, b)

    learned = remap.resume(path, patient)
    assert is_right(learned.machine)
    assert not set(asked) & set(again), "what was answered is not asked again"
    whole = remap.learn(teacher=compare, **LETTERS)
    assert learned.machine == whole.machine
    assert learned.counts.asked + len(asked) == whole.counts.asked
    finished = remap.resume(path, teacher)
    assert finished.counts.asked == 0 and finished.machine == whole.machine
    with pytest.raises(remap.InputError):
        remap.learn(teacher=compare, session=path, **LETTERS)  # never written over


@pytest.fixture
def control_c():
    """Ctrl-C as at a terminal: where the tests run in the background, Python starts with it ignored."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.parametrize("batch", [False, True])
def test_control_c_in_a_callback(control_c, tmp_path, batch):
    calls = []

    def teacher(a, b):
        calls.append(a)
        if len(calls) == 5:
            signal.raise_signal(signal.SIGINT)
            time.sleep(0.01)
        return compare(a, b)

    path = tmp_path / "run.jsonl"
    chosen = remap.batch(lambda pairs: [teacher(a, b) for a, b in pairs]) if batch else teacher
    with pytest.raises(KeyboardInterrupt):
        remap.learn(teacher=chosen, session=path, **LETTERS)
    assert is_right(remap.resume(path, compare).machine)


def test_an_exception_in_equivalence():
    class Broken(Judge):
        def equivalence(self, machine):
            assert isinstance(machine, remap.MooreMachine)
            raise KeyError("broken")

    with pytest.raises(KeyError, match="broken"):
        remap.learn(teacher=Broken(), **LETTERS)


def test_threads_learn_side_by_side():
    hidden = [remap.random_machine(30, 4, 4, seed) for seed in range(4)]
    learned = [None] * 4

    def work(i):
        learned[i] = remap.learn(
            teacher=hidden[i], letters=hidden[i].letters, outputs=hidden[i].outputs, progress=False
        ).machine

    threads = [threading.Thread(target=work, args=(i,)) for i in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(machine.equivalent(wanted) for machine, wanted in zip(learned, hidden))


def test_the_lock_is_free_while_the_learner_works(tmp_path):
    """A finished run is replayed, without a single call to Python; another thread counts milliseconds meanwhile."""
    hidden = remap.random_machine(5000, 8, 4, 1)
    path = tmp_path / "run.jsonl"
    remap.learn(teacher=hidden, letters=hidden.letters, outputs=hidden.outputs, session=path, progress=False)
    counted, stop = [0], threading.Event()

    def nobody(*words):
        raise AssertionError(f"{words} were asked again")

    def count():
        while not stop.wait(0.001):
            counted[0] += 1

    counter = threading.Thread(target=count)
    counter.start()
    try:
        begin, before = time.monotonic(), counted[0]
        assert remap.resume(path, nobody, progress=False).machine.equivalent(hidden)
        seconds, ticks = time.monotonic() - begin, counted[0] - before
    finally:
        stop.set()
        counter.join()
    assert seconds > 0.1, "too short to tell"
    assert ticks >= 10, f"{ticks} in {seconds:.1f} s"


def test_words_of_an_environment_check_machines():
    """No word longer than six letters occurs, and machines are right on those that occur."""
    random = np.random.default_rng(1)

    def traces():
        while True:
            yield ["ab"[i] for i in random.integers(2, size=random.integers(0, 7))]

    learned = remap.learn(teacher=compare, words=traces(), samples=200, **LETTERS)
    assert is_right(learned.machine) and learned.counts.comparisons > 200
    few = remap.learn(teacher=compare, words=[["a"], "b"], **LETTERS)
    assert few.machine.run("a") == "safe"
    with pytest.raises(remap.InputError, match="words replace equivalence"):
        remap.learn(teacher=compare, words=[], equivalence="exact", **LETTERS)


def test_mealy_machines_are_learned_as_such():
    hidden = remap.random_machine(12, 3, 3, 5)
    alike = {"teacher": hidden, "letters": hidden.letters, "outputs": hidden.outputs}
    learned = remap.learn(machine="mealy", **alike)
    assert isinstance(learned.machine, remap.MealyMachine)
    assert learned.machine == hidden.to_mealy()
    assert isinstance(remap.learn(**alike).machine, remap.MooreMachine)


def valued(word):
    return int(risky(word))


def outputs_along(word):
    return [valued(word[:length]) for length in range(len(word) + 1)]


def test_values_can_be_given_instead_of_comparisons(tmp_path):
    alike = {"letters": ["a", "b"], "outputs": [0, 1], "answers": "values", "epsilon": 0.01}
    single = remap.learn(teacher=valued, **alike)
    along = remap.learn(teacher=outputs_along, session=tmp_path / "run.jsonl", **alike)
    from_value = remap.learn(teacher=remap.from_value(valued), **alike)
    for learned in (single, along, from_value):
        assert learned.counts.comparisons == 0 and len(learned.machine) == 3
        assert learned.machine.run(("b", "a", "a")) == 1
    assert along.counts.values < single.counts.values == single.counts.words
    assert along.counts.value_letters > 0
    assert single.settings["answers"] == "single-values" and along.settings["answers"] == "values"

    def nobody(word):
        raise AssertionError(f"{word} was asked again")

    assert remap.resume(tmp_path / "run.jsonl", nobody).machine == along.machine


def test_a_machine_gives_its_values():
    hidden = remap.random_machine(30, 4, 3, 5)
    learned = remap.learn(teacher=hidden, letters=hidden.letters, outputs=hidden.outputs, answers="values")
    assert learned.machine == hidden
    assert learned.counts.equivalence_questions > 0


def test_values_that_make_no_sense_are_refused():
    alike = {"letters": ["a", "b"], "outputs": [0, 1], "answers": "values"}
    with pytest.raises(remap.InputError, match="7 is not among the outputs"):
        remap.learn(teacher=lambda word: 7, **alike)
    with pytest.raises(ValueError, match="outputs of all prefixes"):
        remap.learn(teacher=lambda word: [0], **alike)
    with pytest.raises(TypeError, match="a function of a word"):
        remap.learn(teacher=remap.batch(lambda pairs: [0 for _ in pairs]), **alike)
    with pytest.raises(remap.InputError, match="answers values needs outputs"):
        remap.learn(teacher=valued, letters=["a", "b"], answers="values")
    with pytest.raises(remap.InputError, match="words are compared"):
        remap.learn(teacher=valued, words=[["a"]], **alike)
    with pytest.raises(remap.InputError, match="does not say that it gives values"):
        remap.Session(None, **alike)


def test_progress_is_told():
    told = []
    learned = remap.learn(teacher=compare, progress=lambda c, e: told.append((c, e)), **LETTERS)
    assert told[-1] == (learned.counts.asked, 0)


def test_learning_leaks_nothing():
    """Neither letters, nor teachers, nor any other object stays behind."""
    letters = ["".join("ab"), "".join("cd")]

    class Counted:
        def __init__(self, fails):
            self.left = 5 if fails else -1

        def __call__(self, word):
            self.left -= 1
            if self.left == 0:
                raise KeyError("enough")
            return int(letters[0] in word)

    def run(fails):
        function = Counted(fails)
        gone = weakref.ref(function)
        try:
            remap.learn(teacher=remap.from_value(function), letters=letters, outputs=[0, 1], progress=False)
        except KeyError:
            pass
        teachers.append(gone)

    teachers = []

    def held():
        gc.collect()
        assert teachers and all(teacher() is None for teacher in teachers)
        teachers.clear()
        return sys.getallocatedblocks(), [sys.getrefcount(letter) for letter in letters]

    runs = 400  # whatever Python keeps for later use is less than this
    for fails in (False, True):
        for _ in range(50):
            run(fails)
        blocks, references = held()
        for _ in range(runs):
            run(fails)
        blocks_after, references_after = held()
        assert references_after == references
        assert blocks_after - blocks < runs, "less than an object for each run"


def discounted_return(word):
    return sum(0.9**i for i, letter in enumerate(word) if letter == "b")


@pytest.mark.parametrize(
    "limits, met", [({"max_comparisons": 200}, "comparisons"), ({"max_states": 20}, "states"), ({"max_seconds": 0.2}, "seconds")]
)
def test_a_limit_ends_a_run_without_an_end(limits, met):
    learned = remap.learn(letters=["a", "b"], teacher=remap.from_value(discounted_return), progress=False, **limits)
    assert learned.limit == met
    assert len(learned.machine.output_indices) >= 1
    assert learned.counts.comparisons <= limits.get("max_comparisons", 10**9)


def test_a_run_that_met_a_limit_goes_on_with_a_higher_one(tmp_path):
    path = tmp_path / "run.jsonl"
    first = remap.learn(**LETTERS, teacher=compare, session=path, max_comparisons=3, progress=False)
    assert first.limit == "comparisons" and first.counts.comparisons <= 3
    again = remap.resume(path, compare, progress=False)
    assert again.limit == "comparisons" and again.counts.asked == 0
    whole = remap.resume(path, compare, max_comparisons=1000, progress=False)
    assert whole.limit is None and is_right(whole.machine)
    with pytest.raises(remap.InputError, match="not a limit"):
        remap.resume(path, compare, learner="tree", progress=False)


def test_a_session_reopened_with_a_higher_limit_goes_on(tmp_path):
    path = tmp_path / "run.jsonl"
    for most, limit in ((3, "comparisons"), (1000, None)):
        with remap.Session(path, **LETTERS, max_comparisons=most) as session:
            for question in session:
                session.answer(compare(question.a, question.b))
            assert session.result.limit == limit


def test_a_value_that_is_no_number_has_no_order():
    teacher = remap.from_value(lambda word: float("nan") if len(word) % 2 else 1.0)
    with pytest.raises(ValueError, match="nan, which has no order"):
        remap.learn(**LETTERS, teacher=teacher, progress=False)


def test_a_run_that_gives_up_says_so():
    """Eight answers "equal", then none: one state is all that was seen, and two outputs were declared."""
    answers = iter([0] * 8)
    with pytest.warns(RuntimeWarning, match="gave up"):
        learned = remap.learn(
            teacher=lambda left, right: next(answers, None), **LETTERS, teacher_errs="on", progress=False
        )
    assert learned.doubt.gave_up and learned.doubt.confidence <= 0.5
