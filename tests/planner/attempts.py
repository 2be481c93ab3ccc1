#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""How many tasks are solved at the first, second and third attempt?

    attempts.py --sluice build/release/sluice                  the model's replies are those of attempts.json
    attempts.py --sluice build/release/sluice --style spoken   the same replies as models give them that nothing holds to a schema
    attempts.py --sluice build/release/sluice --model m.json   the same tasks by a real model: m.json is a task's `model` block
    attempts.py --sluice build/release/sluice --before OTHER   and how long the prompts of another build are, side by side

Each task of attempts.json has a goal, a schema, perhaps an input, and the programs that a scripted model gives in turn. With the
script the outcome of each task is known, and the command exits 1 where one differs; with a real model it only reports. The length
of the prompts is told with it, by step: with the script, one that is longer than --tokens fails, too. A token is taken for four bytes;
with --exact they are counted as OpenAI's o200k_base counts them, by the package js-tiktoken of tests/agents.
"""
import argparse
import collections
import json
import pathlib
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import own_store  # noqa: E402,F401

IMPORT = re.compile(r"^(?:import|from) (\w+)", re.M)
TASKS = pathlib.Path(__file__).with_name("attempts.json")


def imports(task):
    """What an honest plan names: the ordinary modules of the last program."""
    names = set(IMPORT.findall("\n".join(task["programs"][-1])))
    return sorted(names & {"collections", "csv", "datetime", "json", "math", "numpy", "os", "pandas", "re", "statistics"})


def replies(task):
    plan = {"understanding": task["goal"], "steps": ["compute", "print JSON"], "imports": imports(task),
            "inputs_used": list(task.get("inputs", {})), "output_shape": "see the schema", "risks": [], "feasible": True,
            "why_not": None}
    first, *rest = ["\n".join(program) + "\n" for program in task["programs"]]
    repairs = [{"diagnosis": "see the feedback", "change": "mended", "code": code, "give_up": False} for code in rest]
    return {"replies": [plan, {"rationale": "r", "code": first}, *repairs]}


def spoken(reply):
    """As a model says it that thinks aloud: a plan behind its thoughts, a program in a block."""
    if "code" not in reply:
        return "<think>What is asked? {so far}</think>\nHere is the plan.\n" + json.dumps(reply, indent=1)
    return "<think>" + next(iter(reply.values())) + "</think>\nThe program follows.\n\n```python\n" + reply["code"] + "```\n"


COUNT = """import { getEncoding } from "js-tiktoken";
const coder = getEncoding("o200k_base"), chunks = [];
for await (const chunk of process.stdin) chunks.push(chunk);
console.log(JSON.stringify(JSON.parse(Buffer.concat(chunks)).map((text) => coder.encode(text).length)));"""


def prompts(recording):
    """The step and the text of each request."""
    asked = json.loads(recording.read_text())["exchanges"]
    return [(exchange["name"].split("_")[0], "".join(m["text"] for m in exchange["messages"])) for exchange in asked]


def count(texts, exact):
    if not exact:
        return [len(text.encode()) // 4 for text in texts]
    done = subprocess.run(["node", "--input-type=module", "-e", COUNT], input=json.dumps(texts).encode(), capture_output=True, check=True,
                          cwd=pathlib.Path(__file__).resolve().parents[1] / "agents")
    return json.loads(done.stdout)


def table(now, before):
    """Averages by step; `before` is empty, or the same of another build."""
    print("step       requests  tokens" + ("  before  of it" if before else ""))
    for step in sorted({step for step, _ in now}, key=["plan", "generate", "repair", "explain"].index):
        here, there = ([n for s, n in sizes if s == step] for sizes in (now, before))
        mean = sum(here) / len(here)
        print(f"{step:9}  {len(here):8}  {mean:6.0f}" + (f"  {sum(there) / len(there):6.0f}  {100 * mean * len(there) / sum(there):3.0f} %"
                                                         if there else ""))


def run(sluice, task, options, model, folder):
    for name, text in task.get("inputs", {}).items():
        (folder / name).write_text(text)
    script = replies(task)
    if options.style == "spoken":
        script = {"free_form": True, "replies": [spoken(r) for r in script["replies"]]}
    (folder / "replies.json").write_text(json.dumps(script))
    # JSON is YAML: what is written here is read as a task file.
    (folder / "task.yaml").write_text(json.dumps({
        "goal": task["goal"], "policy": "data-analysis", "inputs": list(task.get("inputs", {})),
        "output": {"schema": task["schema"]}, "model": {"provider": "script", "file": "replies.json"},
        "budgets": {"attempts": 3}}))
    if model:
        text = json.loads((folder / "task.yaml").read_text())
        del text["model"]
        (folder / "task.yaml").write_text(json.dumps(text, indent=1)[:-2] + ",\n\"model\": " + model + "}\n")
    done = subprocess.run([sluice, "run", folder / "task.yaml", "--json", "--record", folder / "recording.json"],
                          capture_output=True, check=False)
    if not done.stdout:
        sys.exit(f"{task['name']}: {done.stderr.decode()}")
    return json.loads(done.stdout), prompts(folder / "recording.json")


def end_of(record):
    return record["attempts"] if record["status"] == "answered" else record["status"]


def report(ends, causes):
    total = len(ends)
    solved = 0
    for attempt in (1, 2, 3):
        here = sum(end == attempt for end in ends)
        solved += here
        print(f"attempt {attempt}: {here:3} solved, {solved:3} of {total} so far ({100 * solved / total:.0f} %)")
    for status, count in collections.Counter(end for end in ends if isinstance(end, str)).items():
        print(f"{status}: {count}")
    print("repaired for: " + (", ".join(f"{cause} {count}" for cause, count in causes.most_common()) or "nothing"))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--sluice", required=True)
    parser.add_argument("--model", help="a JSON file with a task's model block; paths in it must be absolute")
    parser.add_argument("--style", choices=("json", "spoken"), default="json", help="how the scripted model replies")
    parser.add_argument("--tokens", type=int, default=2000, help="the longest prompt that passes")
    parser.add_argument("--before", help="another build, whose prompts are measured, too")
    parser.add_argument("--exact", action="store_true", help="count tokens by js-tiktoken")
    options = parser.parse_args()
    model = pathlib.Path(options.model).read_text() if options.model else None
    ends, causes, wrong, asked, before = [], collections.Counter(), 0, [], []
    for task in json.loads(TASKS.read_text()):
        with tempfile.TemporaryDirectory(prefix="sluice-attempts-") as folder:
            record, more = run(options.sluice, task, options, model, pathlib.Path(folder))
        asked += more
        if options.before:
            with tempfile.TemporaryDirectory(prefix="sluice-attempts-") as folder:
                before += run(options.before, task, options, model, pathlib.Path(folder))[1]
        ends.append(end_of(record))
        causes.update(h["cause"] for h in record["history"] if h["cause"])
        differs = not model and ends[-1] != task["ends"]
        wrong += differs
        print(f"{'not ok' if differs else 'ok'} {task['name']}: {ends[-1]}" + (f", not {task['ends']}" if differs else ""))
    report(ends, causes)
    now, then = (list(zip([step for step, _ in some], count([text for _, text in some], options.exact))) for some in (asked, before))
    table(now, then)
    sizes = [n for _, n in now]
    print(f"prompts: {len(sizes)}, {sum(sizes) // len(sizes)} tokens on average, {max(sizes)} at most")
    return 1 if wrong or (not model and max(sizes) > options.tokens) else 0


if __name__ == "__main__":
    sys.exit(main())
