# SPDX-License-Identifier: MIT
"""What a model is shown of the inputs: shapes, masked rows where the policy permits them, and never a value. The tables and
documents of the corpus go through whole runs, with a program that prints what it read and fails with it; then the
recording, which holds every prompt, is searched for every value. Evasions are here too, for what they learn: nothing."""
import sys
import json
import os
import pathlib
import re
import subprocess
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import own_store  # noqa: E402,F401

SLUICE = os.environ["SLUICE"]
SOURCE = pathlib.Path(os.environ["SLUICE_SOURCE_DIR"])
DATA = sorted((SOURCE / "tests" / "corpus" / "benign" / "data").iterdir()) + sorted(SOURCE.glob("examples/*/*.csv"))
WORD = re.compile(r"[\w@.:/+-]*\w")
SHORTEST = 4  # shorter values stand everywhere

HEAD = "apiVersion: sluice/v1\nid: test\nrevision: 1\nextends: [data-analysis]\n"
SHOWN = HEAD + "override: [{what: prompt, reason: the test wants rows}]\nprompt: {sample_rows: 10, program_output: %s}\n"
PLAN = {"understanding": "u", "steps": ["s"], "imports": [], "inputs_used": [], "output_shape": "o", "risks": [],
        "feasible": True, "why_not": None}
FAIL = "text = open('%s').read()\nprint(text)\nraise ValueError(text)\n"
MISFIT = "import json\nprint(json.dumps({'n': open('%s').read()}))\n"
REPAIRED = {"diagnosis": "d", "change": "c", "code": "print('{\"n\": 1}')\n", "give_up": False}
SCHEMA = "schema: {type: object, required: [n], properties: {n: {type: integer}}, additionalProperties: false}"


def words(text):
    """Values as they are written in a cell, and each word of them."""
    found = set(WORD.findall(text))
    found |= {part for word in found for part in re.split(r"\W", word)}
    return {word for word in found if len(word) >= SHORTEST}


def is_shape(word):
    return not re.search(r"[0-8b-zB-Z]", word)


class Case(unittest.TestCase):
    maxDiff = None

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def write(self, name, text):
        path = os.path.join(self.folder.name, name)
        with open(path, "w", encoding="utf-8") as out:
            out.write(text)
        return path

    def run_task(self, policy, replies, inputs=(), more=""):
        """The record, the words of all prompts, and what the terminal was told."""
        self.write("policy.yaml", policy)
        self.write("replies.json", json.dumps({"replies": replies}))
        recording = os.path.join(self.folder.name, "recording.json")
        task = self.write("task.yaml", "goal: say a number n\npolicy: policy.yaml\ninputs: " + json.dumps(list(inputs)) +
                          "\noutput:\n  " + SCHEMA + "\nmodel: {provider: script, file: replies.json}\n" + more)
        done = subprocess.run([SLUICE, "run", task, "--json", "--record", recording], capture_output=True, text=True,
                              timeout=120, check=False)
        self.assertTrue(done.stdout, done.stderr)
        with open(recording, encoding="utf-8") as file:
            asked = json.load(file)["exchanges"]
        prompts = "\n".join(message["text"] for exchange in asked for message in exchange["messages"])
        return json.loads(done.stdout), prompts


class Disclosure(Case):
    def prompts(self, path, told, code=FAIL, sensitive=()):
        replies = [PLAN, {"rationale": "r", "code": code % path.name}, REPAIRED]
        entry = {"path": str(path), **({"sensitive": list(sensitive)} if sensitive else {})}
        record, prompts = self.run_task(SHOWN % told, replies, [entry])
        self.assertEqual((record["status"], record["attempts"]), ("answered", 2), record["reason"])
        return prompts

    def known(self, path):
        """The words that a prompt holds whatever the input holds: the policy's, the names of columns and members."""
        empty = pathlib.Path(self.write(path.name, "{}" if path.suffix == ".json" else ""))
        told = self.prompts(empty, "true")
        text = path.read_text()
        if path.suffix == ".json":
            def names(value):
                for item in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
                    yield from names(item)
                yield from value if isinstance(value, dict) else ()
            return words(told) | words(" ".join(names(json.loads(text))))
        header = text.split("\n", 1)[0] if path.suffix in (".csv", ".tsv") else ""
        return words(told) | words(header)

    def test_no_value_of_an_input_is_ever_in_a_prompt(self):
        masked = checked = 0
        for path in DATA:
            secret = words(path.read_text()) - self.known(path)
            for code in (FAIL, MISFIT):
                with self.subTest(path.name, code=code):
                    prompts = self.prompts(path, "false", code)
                    masked += '"masked_rows":[[' in prompts
                    leaked = [word for word in words(prompts) & secret if not is_shape(word)]
                    self.assertEqual(leaked, [])
                    checked += len(secret)
        self.assertGreater(masked, 10)
        self.assertGreater(checked, 1000)

    def test_search_finds_what_is_told(self):
        """The property above can fail: where the policy tells the output, the values are there."""
        path = next(path for path in DATA if path.name == "staff.csv")
        self.assertIn("engineering", self.prompts(path, "true"))

    def test_sensitive_column_is_never_shown_and_silences_the_output(self):
        path = next(path for path in DATA if path.name == "staff.csv")
        prompts = self.prompts(path, "true", sensitive=["team"])
        self.assertIn('{"name":"team","type":"text","sensitive":true}', prompts)
        self.assertIn('["A99",null,"9999-99-99","A9","99999",""]', prompts)
        self.assertNotIn("engineering", prompts)
        self.assertIn("it raised ValueError at line 3", prompts)

    def test_rows_are_shown_only_where_the_policy_says_so(self):
        path = next(path for path in DATA if path.name == "staff.csv")
        replies = [PLAN, {"rationale": "r", "code": "print('{\"n\": 1}')\n"}]
        for policy, rows in ((HEAD, 0), (SHOWN % "true", 10),
                             (HEAD + "override: [{what: prompt, reason: just one row}]\nprompt: {sample_rows: 1}\n", 1)):
            record, prompts = self.run_task(policy, replies, [str(path)])
            self.assertEqual(record["status"], "answered", record["reason"])
            described = [line for line in prompts.splitlines() if line.startswith('{"name":"staff.csv"')]
            self.assertEqual(len(json.loads(described[0]).get("masked_rows", [])), rows)

    def test_explanation_needs_a_policy_that_tells_the_output(self):
        self.write("policy.yaml", SHOWN % "false")
        task = self.write("task.yaml", "goal: g\npolicy: policy.yaml\noutput:\n  " + SCHEMA +
                          "\nmodel: {provider: script, file: r.json}\nexplain: true\n")
        done = subprocess.run([SLUICE, "run", task], capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 2)
        self.assertIn("error: the policy does not let the model see the answer", done.stderr)


class Evasion(Case):
    CODE = "import json\ns = '__subclasses__'\nprint(json.dumps({'n': len(getattr((), '__class__').__name__)}))\n"

    def attempt(self, policy):
        replies = [PLAN, {"rationale": "r", "code": self.CODE}, REPAIRED]
        return self.run_task(policy, replies)

    def test_evasion_is_refused_and_never_repaired(self):
        record, prompts = self.attempt(HEAD)
        self.assertTrue(any(f["evasion"] for f in record["findings"]), record["findings"])
        self.assertEqual((record["status"], record["exit_code"], record["attempts"], record["evasion"]),
                         ("refused", 10, 1, True))
        self.assertIsNone(record["execution"])
        self.assertNotIn("# Feedback", prompts)

    def test_policy_may_call_a_person_who_can_release_nothing(self):
        loud = HEAD + ("override: [{what: escalation, reason: a person looks at each attempt}]\n"
                       "escalation: {on_evasion: escalate}\n")
        record, prompts = self.attempt(loud)
        self.assertEqual((record["status"], record["exit_code"], record["attempts"], record["evasion"]),
                         ("escalated", 11, 1, True))
        self.assertTrue(record["reason"].startswith("an attempt to evade the policy: line "), record["reason"])
        self.assertIsNone(record["execution"])
        self.assertNotIn("# Feedback", prompts)
        self.assertEqual({f["decision"] for f in record["findings"] if f["evasion"]}, {"deny"})

    def test_evasion_is_an_event(self):
        self.attempt(HEAD)
        task = os.path.join(self.folder.name, "task.yaml")
        done = subprocess.run([SLUICE, "run", task, "--events"], capture_output=True, text=True, check=False)
        told = [json.loads(line) for line in done.stdout.splitlines()]
        found = [event for event in told if event["type"] == "run.evasion"]
        self.assertEqual([event["attempt"] for event in found], [1])
        self.assertEqual(len(found[0]["code_sha256"]), 64)

    def test_ordinary_refusal_is_no_evasion(self):
        replies = [PLAN, {"rationale": "r", "code": "import os\n"}, REPAIRED]
        record, prompts = self.run_task(HEAD, replies)
        self.assertEqual((record["status"], record["evasion"], record["attempts"]), ("answered", False, 2))
        self.assertIn("# Feedback", prompts)


if __name__ == "__main__":
    unittest.main()
