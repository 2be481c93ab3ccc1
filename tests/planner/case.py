# SPDX-License-Identifier: MIT
"""What the tests against fake_provider share: a server, a folder with a key, and planner_driver's outcome."""
import pathlib
import json
import os
import subprocess
import sys
import tempfile
import unittest

from fake_provider import Provider

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import own_store  # noqa: E402,F401

DRIVER = sys.argv.pop(1)
KEY = "sk-test-4242-not-a-real-key"
INPUT_WRONG, LIMIT_MET, PROVIDER_FAILED = 2, 3, 7  # enum err_code


class Case(unittest.TestCase):
    maxDiff = None

    @classmethod
    def setUpClass(cls):
        cls.provider = Provider()
        cls.folder = tempfile.TemporaryDirectory()
        cls.key = cls.file("key", KEY + "\n", 0o600)

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    @classmethod
    def file(cls, name, text, mode=0o644):
        path = os.path.join(cls.folder.name, name)
        with open(path, "w", encoding="utf-8") as out:
            out.write(text)
        os.chmod(path, mode)
        return path

    def drive(self, *replies, env=None, fds=(), **setting):
        """Plays `replies` and asks; the outcome as a dict."""
        self.provider.play(*replies)
        setting.setdefault("url", f"http://127.0.0.1:{self.provider.port}/v1")
        done = subprocess.run([DRIVER], input=json.dumps(setting), capture_output=True, text=True, check=True,
                              env=env, pass_fds=fds)
        return json.loads(done.stdout)

    def fails(self, out, message, code=PROVIDER_FAILED):
        self.assertFalse(out["good"], out)
        self.assertEqual(out["message"], message)
        self.assertEqual(out["code"], code)
