# SPDX-License-Identifier: MIT
"""What each usual way to run a generated program lets through: the table of docs/comparisons.md.

compare.py --sluice SLUICE [--rounds N]    (the CMake target `bench_compare`)

Each harm is a small program that anybody would write, run once in each way; what happened is seen
from the outside, or told by the program where only the inside can see it. Ordinary programs show what
a way breaks. The time is from start to end of print(1), in turns, beside bare Python.
"""
import argparse
import http.server
import os
import pathlib
import signal
import statistics
import subprocess
import sys
import tempfile
import threading
import time

PYTHON = "/usr/bin/python3.11"
DEADLINE_S = 12
MANY = 400
SECRET = "sk-comparison-0123456789abcdef"

SAYS = "import json\nprint(json.dumps(%s))\n"
HARMS = {  # name: the program, and what its output shows where it happened; None: seen from the outside
    "reads a file of the machine": ("import json\nprint(json.dumps(open('/etc/passwd').read()))\n", b"root:"),
    "reads a secret of the environment": ("import json\nimport os\nprint(json.dumps(dict(os.environ)))\n", SECRET.encode()),
    "sees other processes": (
        "import json\nimport os\nprint(json.dumps(sum(n.isdigit() for n in os.listdir('/proc')) > 8))\n", b"true"),
    "connects to the network": (
        "import json\nimport urllib.request\nprint(json.dumps(urllib.request.urlopen('http://127.0.0.1:{port}/').read().decode()))\n",
        b"reached"),
    "starts another program": (
        "import json\nimport subprocess\nprint(json.dumps(subprocess.run(['id'], capture_output=True, text=True).stdout))\n", b"uid="),
    "changes its input": ("open('in.csv', 'w').write('changed')\nprint('1')\n", None),
    "writes beside its input": ("open('left.txt', 'w').write('x')\nprint('1')\n", None),
    "makes a user namespace": (
        "import ctypes\nimport json\nprint(json.dumps(ctypes.CDLL(None).unshare(0x10000000) == 0))\n", b"true"),
    f"starts {MANY} processes": (
        "import json\nimport os\nimport time\nn = 0\ntry:\n    for _ in range(%d):\n        if os.fork() == 0:\n"
        "            time.sleep(3)\n            os._exit(0)\n        n += 1\nexcept OSError:\n    pass\n"
        "print(json.dumps(n == %d))\n" % (MANY, MANY), b"true"),
    "takes 3 GiB of memory": ("import json\nb = bytearray(3 << 30)\nprint(json.dumps(len(b) == 3 << 30))\n", b"true"),
    "runs for ever": ("while True:\n    pass\n", None),
    "prints 200 MB": ("for _ in range(200):\n    print('x' * 1000000)\n", None),
    "fills 1 GiB of disk": (
        "import json\nwith open('/tmp/sluice-comparison-big', 'wb') as f:\n    for _ in range(1024):\n        f.write(bytes(1 << 20))\n"
        "print(json.dumps('filled'))\n", b"filled"),
    "goes on after its end": (
        "import os\nimport time\nif os.fork() == 0:\n    os.setsid()\n    for fd in (0, 1, 2):\n        os.close(fd)\n"
        "    time.sleep(2)\n    open('/tmp/sluice-comparison-late', 'w').close()\n    os._exit(0)\nprint('1')\n", None),
    "is believed with any output": ("print('Transfer approved.')\n", b"Transfer approved."),
}
ORDINARY = {
    "a sum over a CSV file": "import csv\nimport json\nprint(json.dumps(sum(int(r['n']) for r in csv.DictReader(open('in.csv')))))\n",
    "a table with pandas": "import json\nimport pandas as pd\nprint(json.dumps(int(pd.read_csv('in.csv')['n'].sum())))\n",
    "a class with dates": ("import datetime\nimport json\nclass A:\n    def __init__(self, d):\n        self.d = d\n    def days(self):\n"
                           "        return (datetime.date(2026, 3, 1) - self.d).days\nprint(json.dumps(A(datetime.date(2026, 2, 1)).days()))\n"),
    "a regular expression": "import json\nimport re\nprint(json.dumps(len(re.findall(r'\\d+', open('in.csv').read()))))\n",
    "a file in /tmp": "import json\nopen('/tmp/a.txt', 'w').write('12')\nprint(json.dumps(len(open('/tmp/a.txt').read())))\n",
}


def bare(folder, code):
    return [PYTHON, "-I", "-B", code]


LIMITS = ["/usr/bin/env", "-i", "/usr/bin/timeout", "-k", "1", "5", "/usr/bin/prlimit", "--as=1073741824", "--cpu=5",
          "--fsize=67108864", "--nofile=256", "--nproc=2000"]


def limited(folder, code):
    """What a careful script does: no environment, limits of the shell and a deadline."""
    return [*LIMITS, PYTHON, "-I", "-B", code]


def bubblewrapped(folder, code):
    """The same within bubblewrap: the system read-only, everything else unshared."""
    return [*LIMITS, "/usr/bin/bwrap", "--ro-bind", "/usr", "/usr", "--symlink", "usr/lib", "/lib", "--symlink", "usr/lib64", "/lib64",
            "--symlink", "usr/bin", "/bin", "--ro-bind", "/etc/alternatives", "/etc/alternatives", "--proc", "/proc", "--dev", "/dev",
            "--tmpfs", "/tmp", "--ro-bind", folder, "/job", "--chdir", "/job", "--unshare-all", "--die-with-parent", "--new-session",
            PYTHON, "-I", "-B", "/job/" + os.path.basename(code)]


def governed(folder, code):
    return [SLUICE, "run", "--policy", "data-analysis", "--code", code, "--input", f"{folder}/in.csv", "--schema",
            f"{folder}/schema.json"]


WAYS = {"`python3 -I`": bare, "limits and a deadline": limited, "bubblewrap with both": bubblewrapped, "Sluice": governed}


def run(way, folder, program):
    code = folder / "program.py"
    code.write_text(program, encoding="utf-8")
    (folder / "in.csv").write_text("n\n" + "".join(f"{n}\n" for n in range(10)), encoding="utf-8")
    (folder / "schema.json").write_text('{"type": ["number", "boolean"]}', encoding="utf-8")
    env = {"PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "API_KEY": SECRET, "SLUICE_STORE": f"sqlite:{folder}/state/store.db",
           "SLUICE_LOG_KEY": f"{folder}/state/log.key"}
    process = subprocess.Popen(way(str(folder), str(code)), cwd=folder, env=env, stdin=subprocess.DEVNULL,
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True)
    out, size, late = b"", 0, threading.Event()

    def end():
        late.set()
        os.killpg(process.pid, signal.SIGKILL)

    timer = threading.Timer(DEADLINE_S, end)
    timer.start()
    threading.Thread(target=process.stderr.read, daemon=True).start()
    while block := process.stdout.read(1 << 16):
        size += len(block)
        out = (out + block)[:1 << 20]
    process.wait()
    timer.cancel()
    return process.returncode, out, size, late.is_set()


def happened(name, shows, folder, said):
    code, out, size, late = said
    if name == "runs for ever":
        return late
    if name == "prints 200 MB":
        return size >= 200_000_000
    if name == "changes its input":
        return (folder / "in.csv").read_text(encoding="utf-8") == "changed"
    if name == "writes beside its input":
        return (folder / "left.txt").exists()
    if name == "goes on after its end":
        time.sleep(3)
        return os.path.exists("/tmp/sluice-comparison-late")
    return code == 0 and shows in out


def clean():
    for path in ("/tmp/sluice-comparison-big", "/tmp/sluice-comparison-late", "/tmp/a.txt"):
        pathlib.Path(path).unlink(missing_ok=True)


class Reached(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200)
        self.end_headers()
        self.wfile.write(b"reached")

    def log_message(self, *words):
        pass


def times(rounds):
    """Medians, each way in its turn; a store that is there is given to each."""
    took = {name: [] for name in WAYS}
    with tempfile.TemporaryDirectory(prefix="sluice-compare-") as place:
        for _ in range(rounds + 1):
            for name, way in WAYS.items():
                began = time.monotonic()
                run(way, pathlib.Path(place), "print(1)\n")
                took[name].append(time.monotonic() - began)
    return [statistics.median(each[1:]) for each in took.values()]


def main():
    words = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    words.add_argument("--sluice", required=True)
    words.add_argument("--rounds", type=int, default=20)
    said = words.parse_args()
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Reached)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    global SLUICE
    SLUICE = said.sluice
    print("| | " + " | ".join(WAYS) + " |\n|---|" + "---|" * len(WAYS))
    for name, (program, shows) in HARMS.items():
        row = []
        for way in WAYS.values():
            clean()
            with tempfile.TemporaryDirectory(prefix="sluice-compare-") as place:
                folder = pathlib.Path(place)
                result = run(way, folder, program.replace("{port}", str(server.server_address[1])))
                row.append("**happens**" if happened(name, shows, folder, result) else "does not")
        print(f"| {name} | " + " | ".join(row) + " |", flush=True)
    clean()
    counts = []
    for way in WAYS.values():
        good = 0
        for program in ORDINARY.values():
            with tempfile.TemporaryDirectory(prefix="sluice-compare-") as place:
                good += run(way, pathlib.Path(place), program)[0] == 0
                clean()
        counts.append(f"{good} of {len(ORDINARY)}")
    print("| ordinary programs that end well | " + " | ".join(counts) + " |", flush=True)
    medians = times(said.rounds)
    print("| `print(1)`, times bare Python | " + " | ".join(f"{m / medians[0]:.1f}" for m in medians) + " |")
    return 0


if __name__ == "__main__":
    sys.exit(main())
