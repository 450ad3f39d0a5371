"""A language model as the teacher.

    OPENAI_API_KEY=… python examples/language_model.py http://localhost:8000/v1 MODEL

Verdicts are kept in said.jsonl, so a second run asks nothing twice.
"""

import sys

import remap

TASK = "Fetch coffee, then bring it to the office. Before that, and after it, nothing is gained."
NAMES = {"c": "gets coffee", "o": "is in the office"}


def main(base_url: str, model: str, cache: str = "said.jsonl") -> None:
    teacher = remap.ChatTeacher(base_url, model, TASK, NAMES, cache=cache, max_calls=2000)
    try:
        learned = remap.learn(
            propositions=["c", "o"], events="one", outputs=[0, 1], teacher=teacher, samples=30, progress=False
        )
    except remap.BudgetSpent as spent:
        print(f"{spent}: run this again to continue")
        return
    except (remap.Contradiction, remap.Unsettled) as trouble:
        print(f"no machine fits the model's answers: {trouble}")
        return
    finally:
        print(teacher.report)
        teacher.close()
    print(learned.reward_machine)


if __name__ == "__main__":
    main(*sys.argv[1:])
