"""Teachers who err: the machine is right all the same, and the result says how sure it is."""

import hashlib

import remap

HIDDEN = remap.task("office/t1").to_moore("one")


def value(word):
    return HIDDEN.output_indices[HIDDEN.state_after(word)]


class Forgetful:
    """Gives a wrong answer to one pair in twenty, always the same; knows a right machine."""

    errs = True

    def __init__(self):
        self.wrong = set()

    def compare(self, pairs):
        for left, right in pairs:
            true = int(value(left) > value(right)) - int(value(left) < value(right))
            pair = sorted([repr([sorted(x) for x in left]), repr([sorted(x) for x in right])])
            if int(hashlib.sha256(repr(pair).encode()).hexdigest(), 16) % 20 == 0:
                self.wrong.add(tuple(pair))
                true = 1 if true <= 0 else -1
            yield true

    def equivalence(self, machine):
        return machine.find_counterexample(HIDDEN)


def test_wrong_answers_are_noticed_and_the_machine_is_right():
    teacher = Forgetful()
    learned = remap.learn(teacher=teacher, propositions=HIDDEN.propositions, events="one", outputs=HIDDEN.outputs)
    assert learned.settings["teacher-errs"] == "on"
    assert learned.machine.equivalent(HIDDEN)
    doubt = learned.doubt
    assert doubt is not None and 0.9 < doubt.confidence <= 1 and doubt.confidence <= doubt.confidence_in_word <= 1
    assert 0 < doubt.errors["overall"] < 0.3 and not doubt.gave_up and doubt.merged == ()
    assert teacher.wrong
    doubted = {tuple(sorted([repr([sorted(x) for x in d.left]), repr([sorted(x) for x in d.right])])) for d in doubt.doubtful}
    assert doubted & teacher.wrong
    assert all(d.chance > 0.5 and d.answer != d.likely for d in doubt.doubtful)
    assert "right with probability" in learned._repr_html_()


def test_a_teacher_who_never_errs_leaves_no_doubt():
    learned = remap.learn(teacher=HIDDEN, propositions=HIDDEN.propositions, events="one", outputs=HIDDEN.outputs)
    assert learned.doubt is None
