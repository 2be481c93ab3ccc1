# SPDX-License-Identifier: MIT
"""A model that the command line names: nothing of the task's own model goes to it, and its key goes nowhere else."""
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

from fake_provider import PLAN, Provider, Reply, completion

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import own_store  # noqa: E402

SLUICE = os.environ["SLUICE"]
KEY, OTHER = "sk-named-4711-not-a-real-key", "sk-task-0815-not-a-real-key"
TASK = """goal: print one number
policy: pure-compute
output: {schema: schema.json}
model: {provider: openai, model: its-own, key_file: other.key, url: 'http://127.0.0.1:1/v1'}
"""
CODE = {"rationale": "r", "code": "import json\nprint(json.dumps({'n': 1}))\n"}


class CommandLine(unittest.TestCase):
    def setUp(self):
        self.provider = Provider()
        self.place = tempfile.TemporaryDirectory()
        self.addCleanup(self.place.cleanup)
        for name, text in (("task.yaml", TASK), ("schema.json", '{"type": "object"}'), ("key", KEY + "\n"),
                           ("other.key", OTHER + "\n")):
            path = pathlib.Path(self.place.name, name)
            path.write_text(text, encoding="utf-8")
            path.chmod(0o600)

    def run_task(self, *words):
        self.provider.play(*[Reply(body=completion(json.dumps(r) + " ")) for r in (PLAN, CODE)])
        return subprocess.run([SLUICE, "run", "task.yaml", *words], cwd=self.place.name, capture_output=True, text=True,
                              check=False)

    def url(self):
        return f"http://127.0.0.1:{self.provider.port}/v1"

    def written(self):
        """Each byte that the runs left: the store, its vault, the recording and the folder."""
        store = pathlib.Path(own_store.STORE.removeprefix("sqlite:")).parent
        for folder in (store, pathlib.Path(self.place.name)):
            for path in folder.rglob("*"):
                if path.is_file() and path.name not in ("key", "other.key"):
                    yield path, path.read_bytes()

    def test_the_named_model_answers_and_its_key_is_nowhere(self):
        for words in (["--model", "openai named key"], ["--model", "openai named", "--key-file", "key"]):
            with self.subTest(words):
                done = self.run_task(*words, "--url", self.url(), "--json", "--record", "record.json")
                self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
                self.assertEqual([r["headers"]["authorization"] for r in self.provider.seen], ["Bearer " + KEY] * 2)
                self.assertEqual(json.loads(self.provider.seen[0]["body"])["model"], "named")
                self.assertNotIn(KEY, done.stdout + done.stderr)
        found = list(self.written())
        self.assertGreater(len(found), 3)
        for path, text in found:
            self.assertNotIn(KEY.encode(), text, path)
            self.assertNotIn(OTHER.encode(), text, path)

    def test_no_key_of_the_task_goes_to_another_server(self):
        done = self.run_task("--model", "openai named", "--url", self.url())
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertTrue(all("authorization" not in r["headers"] for r in self.provider.seen))
        done = self.run_task("--url", self.url())
        self.assertEqual((done.returncode, self.provider.seen), (2, []))
        self.assertIn("--url and --key-file need --model", done.stderr)

    def test_wrong_settings_are_told_at_their_place_before_anything_is_stored_or_sent(self):
        secret = "sk-proj-" + "a1" * 20
        cases = [("provider: opena, model: m", "task.yaml:4:19: error: unknown model provider 'opena'", "did you mean 'openai'?"),
                 ("provider: openai", "the provider 'openai' needs the name of a model", "write it in model.model"),
                 ("provider: openai, model: m, url: 'h'", "task.yaml:4: error: a model's address begins with neither", "https://HOST"),
                 ("provider: openai, model: m, url: 'https://u:%s@h'" % secret, "holds a name or a password", "key_file"),
                 ("provider: openai, model: m, url: 'https://h/v1/chat/completions'", "'/chat/completions' already", "leave it out"),
                 ("provider: openai, model: m, key_file: %s" % secret, "task.yaml:4: error: model.key_file looks like a key", "0600"),
                 ("provider: openai, model: m, key_file: %s" % ("4a" * 20), "model.key_file looks like a key", "0600"),
                 ("provider: openai, model: m, api_key: %s, base_url: h" % secret, "task.yaml:4: error: unknown key 'base_url'",
                  "write 'key_file'"),
                 ("provider: openai, model: m, client_key: k", "model.client_key has no certificate", "client_cert"),
                 ("provider: openai, model: m, pinned_key: k", "model.pinned_key is not a pin", "sha256//"),
                 ("provider: bedrock, model: m, url: 'https://h', effort: low", "can't be told an effort", "model.effort"),
                 ("provider: script, file: r.json, temperature: 1", "can't be told a temperature", "leave it out"),
                 ("provider: azure, model: m, url: 'https://h'", "model.api_version is missing", "address holds it")]
        for text, message, remedy in cases:
            with self.subTest(text):
                pathlib.Path(self.place.name, "task.yaml").write_text(
                    TASK.split("model:")[0] + "model: {" + text + "}\n", encoding="utf-8")
                done = self.run_task("--record", "record.json")
                self.assertEqual((done.returncode, done.stdout, self.provider.seen), (2, "", []), done.stderr)
                self.assertIn(message, done.stderr)
                self.assertIn(remedy, done.stderr)
                self.assertNotIn("a1a1", done.stderr)
                self.assertFalse(pathlib.Path(self.place.name, "record.json").exists())

    def test_wrong_words(self):
        for words, message in (("openai", "not 1"), ("a b c d", "not 4"), ("", "not 0"),
                               ("opnai m", "unknown model provider 'opnai'")):
            with self.subTest(words):
                done = self.run_task("--model", words)
                self.assertEqual(done.returncode, 2, done.stderr)
                self.assertIn(message, done.stdout + done.stderr)


if __name__ == "__main__":
    unittest.main()
