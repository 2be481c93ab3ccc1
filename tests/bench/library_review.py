#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Admits packages from nothing, with a scripted reviewer, and prints how much a person would have had to decide, and the time.

    tests/bench/library_review.py [--sluice PROGRAM] [--accept PART ...] [PACKAGE ...]

The reviewer accepts at once what only introspects, runs native code, exhausts, reads the environment or is unknown; then, one by
one, what the imports of its modules get to anyway; of the other parts it denies those that start programs, connect, read or write files,
unpickle, or make code of texts. It is a yardstick of how many questions there are, and no review.
"""
import argparse
import os
import pathlib
import pty
import re
import subprocess
import tempfile
import time

FIRST = "accept-all native introspect unknown exhaust environment"


DENIED = {"process", "network", "read", "write", "deserialise"}
MAKES_CODE = re.compile(r"\b(eval|exec|compile|__import__|import_module) at ")


def answer(question, accepted):
    part = re.findall(r"^[\w.]+:\w* (.*) [0-9a-f]{16}$", question, re.M)[-1]
    mentions = re.findall(r"^  mentions (.*)$", question, re.M)[-1]
    harmful = DENIED & set(part.split()) or MAKES_CODE.search(mentions)
    if any(f"\n{one} " in question for one in accepted):
        return "accept"
    return "deny" if harmful and "an import reaches it" not in question else "accept"


def review(sluice, pack, accepted):
    """What the command says at its end."""
    here, there = pty.openpty()
    said, first = "", True
    with subprocess.Popen([sluice, "library", "review", pack], stdin=there, stdout=subprocess.PIPE) as process:
        os.close(there)
        while chunk := os.read(process.stdout.fileno(), 1 << 16):
            said += chunk.decode()
            if said.endswith("keywords, list, help or quit? "):
                os.write(here, b"quit\n")
                said = ""
            elif said.endswith("quit? "):
                os.write(here, ((FIRST if first else answer(said, accepted)) + "\n").encode())
                said, first = "", False
    os.close(here)
    return said


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--sluice", default=str(pathlib.Path(__file__).resolve().parents[2] / "build/release/sluice"))
    options.add_argument("--accept", action="append", default=[], metavar="PART", help="one that was read; may be repeated")
    options.add_argument("packages", nargs="*", default=["sklearn", "networkx", "statsmodels", "sympy"], metavar="PACKAGE")
    chosen = options.parse_args()
    print(f"{'package':14}{'names':>8}{'parts':>8}{'decisions':>11}{'admitted':>10}{'draft':>9}{'review':>9}")
    for package in chosen.packages:
        with tempfile.TemporaryDirectory() as place:
            pack = os.path.join(place, package + ".pack")
            began = time.monotonic()
            subprocess.run([chosen.sluice, "library", "admit", package, "--out", pack], check=True, stdout=subprocess.DEVNULL)
            drafted = time.monotonic()
            said = review(chosen.sluice, pack, chosen.accept)
            ended = time.monotonic()
        names, admitted = re.search(r"(\d+) public names: (\d+) are admitted", said).groups()
        decisions, parts = re.search(r"(\d+) decisions? in .* of (\d+) parts", said).groups()
        print(f"{package:14}{names:>8}{parts:>8}{decisions:>11}{admitted:>10}{drafted - began:>8.1f}s{ended - drafted:>8.1f}s")


main()
