# SPDX-License-Identifier: MIT
"""Verdicts of the gate over many programs, and how two lists of verdicts differ.

A verdict list is {id: verdict}, as JSON; verdict is "allow", "obligation" (allowed, but only in a box that holds what the text
leaves open), "escalate" or "deny".
"""
import json
import os
import pathlib
import subprocess
from collections import Counter
from concurrent.futures import ThreadPoolExecutor

ROOT = pathlib.Path(__file__).resolve().parents[2]
FILES_A_PROCESS = 200
FINISHED = (0, 1, 10, 11)
ORDER = ("allow", "obligation", "escalate", "deny")


def shared():
    """The folder of data that is not in the repository; it need not be there."""
    return pathlib.Path(os.environ.get("SLUICE_SHARED_DATA") or ROOT / "../shared/data")


def policy_file(name):
    """The file of a shipped policy, or the file that is named."""
    return name if "/" in name or name.endswith(".yaml") else str(ROOT / "policies" / f"{name}.yaml")


def programs(folder):
    return sorted(str(path) for path in pathlib.Path(folder).rglob("*.py"))


def _check(sluice, policy, files, extra):
    done = subprocess.run([sluice, "check", "--json", *extra, "--policy", policy, *files], capture_output=True, check=False)
    if done.returncode not in FINISHED:
        raise SystemExit(f"sluice check ended with {done.returncode}: {done.stderr.decode()[:500]}")
    return json.loads(done.stdout)["files"]


def check(sluice, policy, files, extra=()):
    """What `sluice check --json` says of each file, {path: entry}."""
    files = [str(file) for file in files]
    size = min(FILES_A_PROCESS, len(files) // 2 + 1)
    parts = [files[at : at + size] for at in range(0, len(files), size)]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        answers = pool.map(lambda part: _check(sluice, str(policy), part, extra), parts)
        found = {entry["path"]: entry for answer in answers for entry in answer}
    if len(found) != len(set(files)):
        raise SystemExit(f"sluice check answered for {len(found)} of {len(set(files))} files")
    return found


def verdict(entry):
    if entry["verdict"] == "allow" and entry.get("obligations"):
        return "obligation"
    if entry["verdict"] not in ORDER:
        raise SystemExit(f"sluice check gave the verdict {entry['verdict']!r}")
    return entry["verdict"]


def rules(entries, wanted):
    """How many of the entries with these verdicts have a finding of each rule."""
    count = Counter()
    for entry in entries:
        if verdict(entry) in wanted:
            count.update({item["rule"] for item in entry["findings"] + entry.get("obligations", [])})
    return count


def line(name, found):
    count = Counter(found)
    total = max(len(found), 1)
    shown = ", ".join(f"{count[word]} {word} ({100 * count[word] / total:.1f} %)" for word in ORDER)
    return f"{name:24}{len(found):6} programs: {shown}"


def passes(word):
    return word in ("allow", "obligation")


def add_options(parser):
    parser.add_argument("--sluice", default=str(ROOT / "build/release/sluice"))
    parser.add_argument("--save", metavar="FILE", help="write the verdicts as JSON")
    parser.add_argument("--against", metavar="FILE", help="exit 1 where a verdict of that file has become worse")


def keep(options, found, worse, asked=lambda key: True):
    """Does what --save and --against ask for; the exit status. `worse(old, new, id)` says what is wrong, or None; of the
    saved verdicts only those count whose ids are `asked` for."""
    if options.save:
        pathlib.Path(options.save).write_text(json.dumps(found, indent=0, sort_keys=True) + "\n")
    if not options.against:
        return 0
    before = {key: old for key, old in json.loads(pathlib.Path(options.against).read_text()).items() if asked(key)}
    if not before:
        raise SystemExit(f"{options.against} has no verdict to compare with")
    lost = [(key, said) for key, old in sorted(before.items()) if (said := worse(old, found.get(key, "absent"), key))]
    changed = Counter(f"{old} -> {found.get(key, 'absent')}" for key, old in before.items() if found.get(key) != old)
    for key, said in lost:
        print(f"worse {key}: {said}")
    print(f"against {options.against}: {len(lost)} worse; changes: {dict(changed.most_common()) or 'none'}")
    return 1 if lost else 0
