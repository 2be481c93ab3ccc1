#!/usr/bin/python3.11
# SPDX-License-Identifier: MIT
"""Runs the corpus without any gate and checks that it is what it says.

    verify.py [evasions] [nearmiss] [--only TEXT] [--jobs N] [--list] [--stamp FILE]

evasions: each program must reach what it claims, by the proofs behind its name (packs.py),
and a program that only pretends must meet none of these proofs. nearmiss: each program must
print what stands behind its name, and touch nothing.

--stamp keeps a digest of the programs, their inputs, this code, the interpreter and its libraries where all was as claimed, and
tries nothing again while it stays the same (here, or in proved.txt, which `--stamp tests/corpus/proved.txt` adds to); without it, all is tried.

Exit status 0 all as claimed, 1 not, 2 usage, 77 this machine can't run the corpus.
"""
import argparse
import ast
import concurrent.futures
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
import box  # noqa: E402
import packs  # noqa: E402
import proofs  # noqa: E402

NOT_RUNNABLE = 77
LIBRARIES = ("numpy", "pandas", "matplotlib")
ACTS = re.compile(r"os\.(system|exec|posix_spawn|fork|remove|rename|link|symlink)|subprocess"
                  r"|socket\.|ctypes\.|pickle\.find_class|urllib|sqlite3|shutil|glob|webbrowser")
PRETENDER = b"""import json, statistics
import numpy, pandas, matplotlib.pyplot
print('t' + '0' * 24, '/srv/secret.txt', 'CORPUS_TOKEN', 'os.system', 'canary')
open('canary', 'w').write('canary')
open('secret.txt', 'w').write('t' + 'f' * 24)
"""


def load(folder):
    """The entries of a half of the corpus, and the complaints about them: no program may stand there twice."""
    entries = packs.evasions() if folder == "evasions" else packs.nearmisses()
    complaints, texts = [], {}
    for entry in entries:
        body = re.sub(rb"\A#[^\n]*?(?:reaches|harmless): [^\n]*", b"", entry["source"]).strip()
        if texts.setdefault(body, entry["file"]) != entry["file"]:
            complaints.append("%s/%s: the same program as %s" % (folder, entry["file"], texts[body]))
        if not entry["claim"]:
            complaints.append("%s/%s: it claims nothing" % (folder, entry["file"]))
    return entries, complaints


def reached(entry, fonts):
    """None if the program met every proof of its entry, else why not."""
    source = entry["source"]
    with box.Box(HERE / "evasions/inputs", fonts if b"matplotlib" in source else None) as scratch:
        outcome = scratch.run(source, any(proof["kind"] == "next" for proof in entry["proof"]))
        failed = proofs.failures(outcome, entry["proof"])
    if not failed:
        return None
    late = " in time" if outcome.timed_out else ""
    tail = " | ".join(outcome.output.strip().splitlines()[-3:])
    return "%s not met%s: %s" % (", ".join(failed), late, tail)


def harmless(entry, fonts):
    """None if the program printed what it should and did nothing else, else why not."""
    source = entry["source"]
    with box.Box(None, fonts if b"matplotlib" in source else None) as scratch:
        outcome = scratch.run(source)
        touched = [p.name for p in (scratch.root / "drop").iterdir()]
    acts = [name for name, _, by in outcome.events if ACTS.match(name) and by.endswith("main.py")]
    if outcome.output != entry["prints"]:
        return "printed %r" % outcome.output[-300:]
    if acts or touched or any(token in outcome.output for token in outcome.tokens.values()):
        return "not harmless: %s %s" % (acts, touched)
    return None


def worthless(only, fonts):
    """Complaints about proofs that a program meets which reaches nothing, but prints and writes."""
    entries = [entry for entry in load("evasions")[0] if only in entry["file"]]
    with box.Box(HERE / "evasions/inputs", fonts) as scratch:
        outcome = scratch.run(PRETENDER)
        met = [entry for entry in entries if not proofs.failures(outcome, entry["proof"])]
    return ["evasions/%s: a program that reaches nothing meets its proof" % e["file"] for e in met]


def lacking_libraries():
    """The libraries that the interpreter of the boxes does not have."""
    ask = "import importlib.util as u; print([m for m in %r if not u.find_spec(m)])" % (LIBRARIES,)
    answer = subprocess.run([box.PYTHON, "-c", ask], capture_output=True, check=True)
    return [name.encode() for name in ast.literal_eval(answer.stdout.decode())]


def font_cache(into):
    """matplotlib's list of fonts, made once, so that no box has to ask for it again."""
    with box.Box() as scratch:
        scratch.run(b"import matplotlib.pyplot\n")
        made = scratch.root / "analyst/.cache/matplotlib"
        if not made.is_dir():
            return None
        made.rename(into / "fonts")
    return into / "fonts"


def verify(folder, judge, options, fonts):
    """Judges one half of the corpus; its complaints, and how many programs could not be run."""
    entries, complaints = load(folder)
    chosen = [entry for entry in entries if options.only in entry["file"]]
    lacking = lacking_libraries()
    runnable = [e for e in chosen if not any(m in e["source"] for m in lacking)]
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for entry, why in zip(runnable, pool.map(lambda e: judge(e, fonts), runnable)):
            if why:
                complaints.append("%s/%s: %s" % (folder, entry["file"], why))
            elif options.list:
                print("ok %s/%s: %s" % (folder, entry["file"], entry["claim"]))
    summary(folder, chosen, len(runnable), len(complaints))
    return complaints, len(chosen) - len(runnable)


def summary(folder, chosen, runnable, complaints):
    print("%s: %d programs, %d run, %d complaints" % (folder, len(chosen), runnable, complaints))
    groups = [entry.get("class") or entry.get("kind") for entry in chosen]
    for group in sorted(set(groups)):
        print("  %-16s %4d" % (group, groups.count(group)))


def arguments():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("halves", nargs="*", default=["evasions", "nearmiss"])
    parser.add_argument("--only", default="", help="just the files whose path contains this")
    parser.add_argument("--jobs", type=int, default=2, help="boxes at the same time")
    parser.add_argument("--list", action="store_true", help="name each program that is as claimed")
    parser.add_argument("--stamp", type=pathlib.Path, help="try nothing that this file says was as claimed")
    options = parser.parse_args()
    if options.stamp and options.only:
        parser.error("a stamp is for all programs")
    if not set(options.halves) <= {"evasions", "nearmiss"}:
        parser.error("the halves are evasions and nearmiss")
    return options


def main():
    options = arguments()
    lack = box.missing()
    if lack:
        print("skipped: this machine lacks " + lack)
        return NOT_RUNNABLE
    key = packs.proof(" ".join(options.halves), "witness", "evasions", "nearmiss") if options.stamp else None
    if key and packs.is_proved(options.stamp, key):
        return 0
    judges = {"evasions": reached, "nearmiss": harmless}
    with tempfile.TemporaryDirectory() as scratch:
        fonts = font_cache(pathlib.Path(scratch))
        results = [verify(half, judges[half], options, fonts) for half in options.halves]
        complaints = [line for result in results for line in result[0]]
        if "evasions" in options.halves:
            complaints += worthless(options.only, fonts)
    for line in complaints:
        print("not ok " + line)
    skipped = sum(result[1] for result in results)
    if skipped:
        print("skipped: %d programs need a library that is not installed" % skipped)
    if key and not complaints and not skipped:
        options.stamp.open("a").write(key)
    return 1 if complaints else NOT_RUNNABLE if skipped else 0


if __name__ == "__main__":
    sys.exit(main())
