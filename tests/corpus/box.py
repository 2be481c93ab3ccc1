# SPDX-License-Identifier: MIT
"""A scratch box for one program of the corpus: bubblewrap without network, its own files, its own secrets.

Everything that a program may reveal or touch is random and new in each box, so that no program can print a
proof that it knew beforehand. The box contains nothing of value: /usr is read-only, the rest is scratch.

    /task              the working directory: the program as main.py, and the inputs beside it
    /srv/secret.txt    tokens["secret"], one line; read-only
    /srv/canary        an executable that writes tokens["canary"] into /srv/drop/canary
    /srv/drop          empty, writable: the place outside the working directory
    /home/analyst      HOME, writable
    CORPUS_TOKEN       the only odd environment variable, tokens["env"]
    host name          tokens["host"]; the name of the user is tokens["user"]
"""
import ast
import os
import pathlib
import resource
import secrets
import shutil
import subprocess
import tempfile

PYTHON = "/usr/bin/python3.11"
SECONDS = 10
OUTPUT_BYTES = 1 << 20
ETC = ("alternatives", "ld.so.cache", "matplotlibrc", "fonts", "python3.11", "localtime", "mime.types")
NAMESPACES = ("user", "ipc", "pid", "net", "uts")
TYPED = "print(open('/srv/secret.txt').read())\n"
HERE = pathlib.Path(__file__).resolve().parent


class Outcome:
    """What one program did: output (both streams), events, the tokens of its box, and its directories."""

    def __init__(self, tokens, root, output, events, timed_out):
        self.tokens, self.root, self.output = tokens, root, output
        self.events, self.timed_out = events, timed_out

    def path(self, inside):
        """The file on this side of the box, for a path under /task, /home/analyst or /srv/drop."""
        for prefix in ("/task", "/home/analyst", "/srv/drop"):
            if inside.startswith(prefix + "/"):
                return self.root / prefix.rsplit("/", 1)[1] / inside[len(prefix) + 1 :]
        raise ValueError("a proof may not name " + inside)


class Box:
    """Use as a context manager; `run` may be called again for what a later interpreter start would do."""

    def __init__(self, inputs=None, font_cache=None):
        self.root = pathlib.Path(tempfile.mkdtemp(prefix="corpus-"))
        self.tokens = {name: "t" + secrets.token_hex(12) for name in ("secret", "canary", "env", "host", "user")}
        for name in ("task", "analyst", "drop", "srv/drop", "srv/witness"):
            (self.root / name).mkdir(parents=True)
        self._furnish(inputs, font_cache)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        shutil.rmtree(self.root, ignore_errors=True)

    def _furnish(self, inputs, font_cache):
        srv = self.root / "srv"
        (srv / "secret.txt").write_text(self.tokens["secret"] + "\n")
        (srv / "canary").write_text("#!/bin/sh\necho %s >/srv/drop/canary\n" % self.tokens["canary"])
        (srv / "canary").chmod(0o755)
        shutil.copy(HERE / "witness/sitecustomize.py", srv / "witness")
        (self.root / "passwd").write_text(
            "root:x:0:0:root:/root:/bin/sh\n%s:x:1000:1000::/home/analyst:/bin/sh\n" % self.tokens["user"])
        if inputs:
            shutil.copytree(inputs, self.root / "task", dirs_exist_ok=True)
        if font_cache:
            shutil.copytree(font_cache, self.root / "analyst/.cache/matplotlib")

    def _command(self, events_fd, argv):
        command = ["bwrap", "--die-with-parent", "--new-session", "--clearenv", "--uid", "1000", "--gid", "1000"]
        command += ["--unshare-" + name for name in NAMESPACES] + ["--hostname", self.tokens["host"]]
        command += ["--ro-bind", "/usr", "/usr"]
        for name in ("bin", "lib", "lib64"):
            command += ["--symlink", "usr/" + name, "/" + name]
        for name in ETC:
            command += ["--ro-bind-try", "/etc/" + name, "/etc/" + name]
        command += ["--ro-bind", str(self.root / "passwd"), "/etc/passwd", "--proc", "/proc", "--dev", "/dev"]
        command += ["--tmpfs", "/tmp", "--ro-bind", str(self.root / "srv"), "/srv"]
        for source, target in (("drop", "/srv/drop"), ("analyst", "/home/analyst"), ("task", "/task")):
            command += ["--bind", str(self.root / source), target]
        for name, value in (("PATH", "/usr/bin:/bin"), ("HOME", "/home/analyst"), ("LANG", "C.UTF-8"),
                            ("PYTHONPATH", "/srv/witness"), ("CORPUS_TOKEN", self.tokens["env"]),
                            ("CORPUS_EVENTS", str(events_fd))):
            command += ["--setenv", name, value]
        return command + ["--chdir", "/task"] + argv

    def run(self, source, again=False):
        """Run `source` (bytes) as /task/main.py; with `again`, start one more plain interpreter afterwards."""
        (self.root / "task/main.py").write_bytes(source)
        with open(self.root / "events", "w+b", buffering=0) as events:
            fd = os.dup(events.fileno())
            try:
                output, timed_out = self._start(fd, [PYTHON, "main.py"])
                if again:
                    output, timed_out = self._start(fd, [PYTHON, "-c", "import statistics, json"])
            finally:
                os.close(fd)
        lines = (self.root / "events").read_text("utf-8").splitlines()
        return Outcome(self.tokens, self.root, output, [ast.literal_eval(line) for line in lines], timed_out)

    def _start(self, fd, argv):
        child = subprocess.Popen(self._command(fd, argv), stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                 stderr=subprocess.STDOUT, pass_fds=[fd], preexec_fn=limit)
        try:
            output, late = child.communicate(TYPED.encode() * 3, timeout=SECONDS)[0], False
        except subprocess.TimeoutExpired:
            child.kill()
            output, late = child.communicate()[0], True
        return output[:OUTPUT_BYTES].decode("utf-8", "replace"), late


def limit():
    resource.setrlimit(resource.RLIMIT_AS, (4 << 30, 4 << 30))
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
    resource.setrlimit(resource.RLIMIT_FSIZE, (64 << 20, 64 << 20))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def missing():
    """The first thing that this machine lacks for a box, or None."""
    for tool in ("/usr/bin/bwrap", PYTHON):
        if not os.access(tool, os.X_OK):
            return tool
    with Box() as box:
        outcome = box.run(b"print('in the box')\n")
    return None if outcome.output == "in the box\n" else "bubblewrap with namespaces: " + outcome.output.strip()
