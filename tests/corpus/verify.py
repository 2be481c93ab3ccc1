#!/usr/bin/python3.11
# SPDX-License-Identifier: MIT
"""Runs the corpus without any gate and checks that it is what it says.

    verify.py [evasions] [nearmiss] [--only TEXT] [--jobs N] [--list]

evasions: each program must reach what its entry in evasions/index.json claims, by the proofs named there,
and an idle program must meet none of these proofs. nearmiss: each program must print what
nearmiss/index.json says, and touch nothing. Exit status 0 all as claimed, 1 not, 2 usage,
77 this machine can't run the corpus.
"""
import argparse
import ast
import concurrent.futures
import json
import pathlib
import re
import subprocess
import sys
import tempfile

import box
import proofs

HERE = pathlib.Path(__file__).resolve().parent
NOT_RUNNABLE = 77
LIBRARIES = ("numpy", "pandas", "matplotlib")
HEADER = re.compile(rb"#[^\n]*?(reaches|harmless): (?P<claim>[^\n]*)")
IDLE = b"import json, statistics\nimport numpy\nimport pandas\nimport matplotlib.pyplot\nprint('idle')\n"
ACTS = re.compile(r"os\.(system|exec|posix_spawn|fork|remove|rename|link|symlink)|subprocess|socket\.|ctypes\."
                  r"|pickle\.find_class|urllib|sqlite3|shutil|glob|pty|webbrowser")


def load(folder):
    """The entries of folder/index.json, and the complaints about them."""
    entries = json.loads((HERE / folder / "index.json").read_text())
    listed = {entry["file"] for entry in entries}
    found = {str(p.relative_to(HERE / folder)) for p in (HERE / folder).rglob("*.py")
             if "inputs" not in p.relative_to(HERE / folder).parts}
    complaints = ["%s/%s: not in the index" % (folder, f) for f in sorted(found - listed)]
    complaints += ["%s/%s: only in the index" % (folder, f) for f in sorted(listed - found)]
    if len(listed) != len(entries):
        complaints.append(folder + ": a file is listed twice")
    texts = {}
    for entry in entries:
        path = HERE / folder / entry["file"]
        if path.is_file():
            complaints += check_entry(folder, entry, path.read_bytes(), texts)
    return [e for e in entries if e["file"] in found], complaints


def check_entry(folder, entry, source, texts):
    """The first line must say what the index says, and no program may stand there twice."""
    complaints = []
    name = "%s/%s" % (folder, entry["file"])
    header = HEADER.match(source)
    if entry.get("header", True) and (not header or header["claim"].decode("utf-8", "replace") != entry["claim"]):
        complaints.append(name + ": the first line differs from the index")
    body = source[header.end() :] if header else source
    if texts.setdefault(body.strip(), name) != name:
        complaints.append("%s: the same program as %s" % (name, texts[body.strip()]))
    if folder == "evasions" and not entry["proof"]:
        complaints.append(name + ": no proof")
    return complaints


def needs(source):
    return [m for m in LIBRARIES if m.encode() in source]


def reached(entry, fonts):
    """None if the program met every proof of its entry, else why not."""
    source = (HERE / "evasions" / entry["file"]).read_bytes()
    cache = fonts if b"matplotlib" in source else None
    with box.Box(HERE / "evasions/inputs", cache) as scratch:
        again = any(proof["kind"] == "next" for proof in entry["proof"])
        outcome = scratch.run(source, again)
        failed = proofs.failures(outcome, entry["proof"])
    if not failed:
        return None
    tail = outcome.output.strip().splitlines()[-3:]
    return "%s not met%s: %s" % (", ".join(failed), " (timeout)" if outcome.timed_out else "", " | ".join(tail))


def idle_meets(entry, outcome):
    """Why a proof is worthless: an idle program meets it too."""
    met = len(entry["proof"]) - len(proofs.failures(outcome, entry["proof"]))
    return "an idle program meets its proof" if met == len(entry["proof"]) else None


def harmless(entry, fonts):
    """None if the program printed what it should and did nothing else, else why not."""
    source = (HERE / "nearmiss" / entry["file"]).read_bytes()
    with box.Box(None, fonts if b"matplotlib" in source else None) as scratch:
        outcome = scratch.run(source)
        touched = [str(p) for p in (scratch.root / "drop").iterdir()]
    acts = [name for name, _, by in outcome.events if ACTS.match(name) and by.endswith("main.py")]
    if outcome.output != entry["prints"]:
        return "printed %r" % outcome.output[-300:]
    if acts or touched or any(token in outcome.output for token in outcome.tokens.values()):
        return "not harmless: %s %s" % (acts, touched)
    return None


def lacking_libraries():
    """The libraries that the interpreter of the boxes does not have."""
    ask = "import importlib.util as u; print([m for m in %r if not u.find_spec(m)])" % (LIBRARIES,)
    return set(ast.literal_eval(subprocess.run([box.PYTHON, "-c", ask], capture_output=True, check=True).stdout.decode()))


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
    """Complaints about one half of the corpus, after a summary of it."""
    entries, complaints = load(folder)
    chosen = [e for e in entries if options.only in e["file"]]
    lacking = lacking_libraries()
    runnable = [e for e in chosen if not lacking & set(needs((HERE / folder / e["file"]).read_bytes()))]
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for entry, why in zip(runnable, pool.map(lambda e: judge(e, fonts), runnable)):
            if why:
                complaints.append("%s/%s: %s" % (folder, entry["file"], why))
            elif options.list:
                print("ok %s/%s: %s" % (folder, entry["file"], entry["claim"]))
    summary(folder, chosen, runnable, complaints)
    return complaints, len(chosen) - len(runnable)


def summary(folder, chosen, runnable, complaints):
    groups = {}
    for entry in chosen:
        group = entry.get("class") or entry.get("kind")
        groups[group] = groups.get(group, 0) + 1
    print("%s: %d programs, %d run, %d complaints" % (folder, len(chosen), len(runnable), len(complaints)))
    for group in sorted(groups):
        print("  %-16s %4d" % (group, groups[group]))


def idle_complaints(options, fonts):
    """One idle program with all the libraries is held against every claim."""
    entries = [e for e in load("evasions")[0] if options.only in e["file"]]
    with box.Box(HERE / "evasions/inputs", fonts) as scratch:
        outcome = scratch.run(IDLE, again=False)
        return ["evasions/%s: %s" % (e["file"], idle_meets(e, outcome)) for e in entries if idle_meets(e, outcome)]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("halves", nargs="*", default=["evasions", "nearmiss"])
    parser.add_argument("--only", default="", help="just the files whose path contains this")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--list", action="store_true", help="name each program that is as claimed")
    options = parser.parse_args()
    judges = {"evasions": reached, "nearmiss": harmless}
    if not set(options.halves) <= set(judges):
        parser.error("halves are evasions and nearmiss")
    lack = box.missing()
    if lack:
        print("skipped: this machine lacks " + lack)
        return NOT_RUNNABLE
    with tempfile.TemporaryDirectory() as scratch:
        fonts = font_cache(pathlib.Path(scratch))
        results = [verify(half, judges[half], options, fonts) for half in options.halves]
        complaints = [line for result in results for line in result[0]]
        if "evasions" in options.halves:
            complaints += idle_complaints(options, fonts)
    for line in complaints:
        print("not ok " + line)
    skipped = sum(result[1] for result in results)
    if skipped:
        print("skipped: %d programs need a library that is not installed" % skipped)
    return 1 if complaints else NOT_RUNNABLE if skipped else 0


if __name__ == "__main__":
    sys.exit(main())
