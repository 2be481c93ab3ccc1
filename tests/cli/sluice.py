# SPDX-License-Identifier: MIT
"""Calls the program under test and keeps what it said."""

import sys
import json
import os
import pathlib
import subprocess
import tempfile
import time
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from own_store import STORE  # noqa: E402

SOURCE = pathlib.Path(os.environ["SLUICE_SOURCE_DIR"])
PROGRAM = os.environ["SLUICE"]


class Said:
    def __init__(self, done):
        self.code = done.returncode
        self.out = done.stdout.decode()
        self.err = done.stderr.decode()

    @property
    def json(self):
        return json.loads(self.out)


def call(*words, stdin=b"", cwd=None, env=None):
    """Runs `sluice words...` in `cwd` with a small environment."""
    surroundings = {"PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "SLUICE_STORE": STORE, **(env or {})}
    # A sanitized build reads its options from here; nothing else looks at it.
    if "ASAN_OPTIONS" in os.environ:
        surroundings["ASAN_OPTIONS"] = os.environ["ASAN_OPTIONS"]
    if "SLUICE_TEST_PRELOAD" in os.environ:  # quick_passphrase.c
        surroundings.setdefault("LD_PRELOAD", os.environ["SLUICE_TEST_PRELOAD"])
        surroundings["ASAN_OPTIONS"] = surroundings.get("ASAN_OPTIONS", "") + ":verify_asan_link_order=0"
    done = subprocess.run(
        [PROGRAM, *map(str, words)], input=stdin, capture_output=True, timeout=240, cwd=cwd or SOURCE,
        env=surroundings, check=False,
    )
    return Said(done)


def is_over(process):
    """Whether the process of this number has ended, though its parent may not know it yet."""
    try:
        return pathlib.Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except (FileNotFoundError, ProcessLookupError):
        return True


class Case(unittest.TestCase):
    """A test with a folder of its own and a way to write files into it."""

    maxDiff = None

    def setUp(self):
        self._folder = tempfile.TemporaryDirectory(prefix="sluice-test-")
        self.folder = pathlib.Path(self._folder.name)
        self.addCleanup(self._folder.cleanup)

    def write(self, name, content):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if isinstance(content, bytes):
            path.write_bytes(content)
        else:
            path.write_text(content if isinstance(content, str) else json.dumps(content))
        return path

    def sluice(self, *words, **options):
        return call(*words, cwd=options.pop("cwd", self.folder), **options)

    def until(self, holds, told=None, seconds=120):
        """What `holds` gives, as soon as it is true. `told` says why it never was."""
        end = time.monotonic() + seconds
        while not (given := holds()):
            if time.monotonic() > end:
                self.fail(told() if told else "it did not come to that")
            time.sleep(0.05)
        return given

    def ssh_agent(self):
        """One that listens; each of its questions is answered with yes. Gives its socket."""
        path = str(self.folder / "agent")
        agent = subprocess.Popen(["ssh-agent", "-D", "-a", path], stdout=subprocess.PIPE, env={
            **os.environ, "SSH_ASKPASS": "/bin/true", "SSH_ASKPASS_REQUIRE": "force", "DISPLAY": ":0"})
        self.addCleanup(lambda: (agent.terminate(), agent.communicate()))
        self.assertIn(path.encode(), agent.stdout.readline())  # it is printed once it listens
        return path
