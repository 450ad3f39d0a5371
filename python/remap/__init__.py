"""remap learns finite-state machines from preferences.

    import remap
    learned = remap.learn(propositions=["coffee", "office"], outputs=[0, 1], teacher=compare)
    print(learned.machine)

`learn` asks a teacher which of two words is preferred; with `Session` your code drives the run; machines are in `machines`,
environments for reinforcement learning in `remap.gym`, other libraries' machines in `remap.friends`, a language model as
the teacher in `remap.chat`.
"""

from ._core import Contradiction, Error, InputError, Misuse, ParseError, TooFewOutputs, Unsettled
from ._core import version as __version__
from ._letters import Letter, Output, Word
from .language_model import BudgetSpent, ChatError, ChatReport, ChatTeacher
from .learning import Counts, Doubt, DoubtfulAnswer, Learned, learn, resume, settings
from .machines import Machine, MealyMachine, MooreMachine, RewardMachine, RewardTransition, Tables
from .session import Comparison, Equivalence, Question, Session
from .sources import from_regexes, parse, random_machine, read, task, tasks
from .teachers import Counterexample, JudgingTeacher, MachineTeacher, Teacher, batch, from_value
from .worlds import Crm, crm, plan, reward_per_step

__all__ = [
    "BudgetSpent",
    "ChatError",
    "ChatReport",
    "ChatTeacher",
    "Comparison",
    "Contradiction",
    "Counterexample",
    "Counts",
    "Crm",
    "Doubt",
    "DoubtfulAnswer",
    "Equivalence",
    "Error",
    "InputError",
    "JudgingTeacher",
    "Learned",
    "Letter",
    "Machine",
    "MachineTeacher",
    "MealyMachine",
    "Misuse",
    "MooreMachine",
    "Output",
    "ParseError",
    "Question",
    "RewardMachine",
    "RewardTransition",
    "Session",
    "Tables",
    "Teacher",
    "TooFewOutputs",
    "Unsettled",
    "Word",
    "__version__",
    "batch",
    "crm",
    "from_regexes",
    "from_value",
    "learn",
    "parse",
    "plan",
    "random_machine",
    "read",
    "resume",
    "reward_per_step",
    "settings",
    "task",
    "tasks",
]
