#!/usr/bin/python3.11
# SPDX-License-Identifier: MIT
"""Counts how many evasions each wall of the sandbox stops by itself, with no gate before it.

    walls.py --library build/release/tests/corpus/libwall_alone.so [--sluice PROGRAM] [--sample N | --all] [--only TEXT] [--list]

`ninja -C build/release wall_alone` builds the library. In the corpus's scratch box, where every evasion reaches what it claims (verify.py), one wall is put up at a time:

    mounts        nothing is there but the inputs, the runtime and scratch
    Landlock      the sandbox's own rules, over a file system that holds everything
    system calls  the sandbox's own filter
    surroundings  a clean environment, and a host and users with other names

Then `sluice run` with the gate switched off, in a build with switches (PROGRAM, or build/ablation, which is made):

    interpreter   what the interpreter's own rules refuse, under data-analysis; they are met before the walls behind them
    all but it    the outer walls together, under a policy that gives the interpreter no rules
    all           every wall, under data-analysis

An evasion is stopped when what it claims is not reached; in `sluice run`, when no trap is sprung (traps.py). The cells are
"stopped/tried". Exit status 0 done, 1 something was reached with all walls up, 77 this machine can't run it.
"""
import argparse
import os
import pathlib
import re
import shutil
import sys
import tempfile
from collections import Counter, defaultdict
from concurrent.futures import ThreadPoolExecutor

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import own_store  # noqa: E402,F401
import box  # noqa: E402
import endtoend  # noqa: E402
import packs  # noqa: E402
import proofs  # noqa: E402
import switches  # noqa: E402
import traps  # noqa: E402
import verdicts  # noqa: E402
import verify  # noqa: E402

HERE = pathlib.Path(__file__).resolve().parent
NOT_RUNNABLE = 77
WORK = "/box"  # where the sandbox has its working directory; Landlock's rules name it
LOADED = {"Landlock": "wall_files", "system calls": "wall_calls"}
ALONE = ("mounts", "Landlock", "system calls", "surroundings")
COLUMNS = ("interpreter", *ALONE, "all but it", "all")
PREAMBLE = """
def _wall():
    import sys
    before = set(sys.modules)
    import ctypes
    getattr(ctypes.CDLL("/srv/witness/wall.so"), %r)()
    for name in set(sys.modules) - before:
        del sys.modules[name]
_wall()
del _wall
"""
KERNEL = frozenset(("execve", "execveat", "socket", "clone", "clone3", "fork", "vfork", "ptrace", "memfd_create", "mount"))
MISSING = re.compile(r"\b(NameError|ImportError|ModuleNotFoundError): ")


class OneWall(box.Box):
    """A scratch box with one wall of the sandbox."""

    def __init__(self, wall, library, fonts):
        self.wall = wall
        super().__init__(HERE / "evasions/inputs", fonts)
        if wall in LOADED:
            site = self.root / "srv/witness/sitecustomize.py"
            site.write_text(PREAMBLE % LOADED[wall] + site.read_text())
            shutil.copy(library, self.root / "srv/witness/wall.so")

    def _command(self, events_fd, argv):
        command = super()._command(events_fd, argv)
        at = command.index("--chdir")
        command[at : at + 2] = ["--bind", str(self.root / "task"), WORK, "--chdir", WORK]
        if self.wall == "mounts":
            for target in ("/srv", "/srv/drop", "/home/analyst", "/etc/passwd"):
                at = command.index(target)
                del command[at - 2 : at + 1]
            witness = ["--ro-bind", str(self.root / "srv/witness"), "/opt/witness", "--setenv", "PYTHONPATH", "/opt/witness"]
            at = command.index("--chdir")
            command[at:at] = [*witness, "--setenv", "HOME", "/tmp"]
        if self.wall == "surroundings":
            at = command.index("CORPUS_TOKEN")
            del command[at - 1 : at + 2]
            command[command.index("--hostname") + 1] = "box"
            at = command.index("/etc/passwd")
            del command[at - 2 : at + 1]
        return command


def stopped_alone(wall, entry, options, fonts):
    source = entry["source"]
    with OneWall(wall, options.library, fonts if b"matplotlib" in source else None) as scratch:
        outcome = scratch.run(source, any(proof["kind"] == "next" for proof in entry["proof"]))
        return bool(proofs.failures(outcome, entry["proof"]))


def works(options, fonts):
    """The walls that a harmless program does not stand behind; none, where they are put up as they should be."""
    program = b"import json, numpy, threading\nt = threading.Thread(target=print, args=[sum(numpy.arange(4)), open('rows.csv').name])\nt.start()\n"
    bad = []
    for wall in ALONE:
        with OneWall(wall, options.library, fonts) as scratch:
            output = scratch.run(program).output
            bad += [] if output == "6 rows.csv\n" else [f"{wall}: {output[-300:]}"]
    return bad


def sluiced(policy, entry, options, trap):
    """How a run without a gate ended: an endtoend.Result."""
    return endtoend.run(options, policy, endtoend.Evasion(packs.files("evasions") / entry["file"], entry["capability"]), trap)


def by_interpreter(result):
    return any(rule not in KERNEL for rule in result.acts) or MISSING.search(result.said) is not None


def measure(options, entries, fonts, trap):
    """{(column, capability): [stopped, tried]}; prints what is reached with all walls up."""
    table, bad = defaultdict(lambda: [0, 0]), 0

    def count(column, entry, stopped):
        for name in (entry["capability"], "all"):
            table[column, name][0] += stopped
            table[column, name][1] += 1
        if options.list and not stopped:
            print(f"{column} does not stop {entry['file']}")

    with ThreadPoolExecutor(2) as pool:
        for wall in ALONE:
            for entry, stopped in zip(entries, pool.map(lambda e: stopped_alone(wall, e, options, fonts), entries)):
                count(wall, entry, stopped)
        for policy in ("data-analysis", "permissive-sandboxed"):
            for entry, result in zip(entries, pool.map(lambda e: sluiced(policy, e, options, trap), entries)):
                held = result.word != "REACHED"
                count("all" if policy == "data-analysis" else "all but it", entry, held)
                if policy == "data-analysis":
                    count("interpreter", entry, held and by_interpreter(result))
                if not held:
                    bad += 1
                    print(f"not ok {policy} {entry['file']}: reached {result.said}")
    return table, bad


def show(table):
    print("| claims | " + " | ".join(COLUMNS) + " |\n|---|" + "---|" * len(COLUMNS))
    for name in [*sorted({name for _, name in table} - {"all"}), "all"]:
        print(f"| {name} | " + " | ".join("%d/%d" % tuple(table[column, name]) for column in COLUMNS) + " |")


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--library", required=True, help="the library wall_alone")
    parser.add_argument("--sluice", metavar="PROGRAM", help="a program that was built with switches")
    parser.add_argument("--sample", type=int, default=16, metavar="N")
    parser.add_argument("--all", action="store_true", help="the same as --sample 1; takes half an hour")
    parser.add_argument("--only", default="", metavar="TEXT")
    parser.add_argument("--list", action="store_true", help="name what each wall does not stop")
    return parser.parse_args()


def main():
    options = arguments()
    lack = traps.missing() or box.missing()
    if lack:
        print("skipped: this machine lacks " + lack)
        return NOT_RUNNABLE
    traps.enter()
    options.sluice = options.sluice or switches.build(verdicts.ROOT / "build/ablation")
    switches.demand(options.sluice)
    os.environ[switches.VARIABLE] = switches.GATE
    entries = [entry for entry in packs.evasions() if options.only in entry["file"] and (
        options.all or endtoend.Evasion(packs.files("evasions") / entry["file"], "").sampled(options.sample))]
    with tempfile.TemporaryDirectory(prefix="walls-") as place:
        fonts = verify.font_cache(pathlib.Path(place))
        wrong = works(options, fonts)
        if wrong or not entries:
            raise SystemExit("\n".join(wrong) or "no program to run")
        trap = traps.Traps(pathlib.Path(place) / "traps")
        blunt = trap.control()
        if blunt:
            raise SystemExit(f"these traps do not work: {', '.join(blunt)}")
        table, bad = measure(options, entries, fonts, trap)
    show(table)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
