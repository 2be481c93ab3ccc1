# SPDX-License-Identifier: MIT
"""A build of Sluice in which the gate, or mechanisms of it, can be switched off: for measuring, never for use."""
import pathlib
import subprocess

import verdicts

VARIABLE = "SLUICE_GATE_WITHOUT"
GATE = "gate"  # the name of all of it


def build(folder):
    """The program with the switches in it."""
    steps = [["cmake", "-S", verdicts.ROOT, "-B", folder, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release", "-DSLUICE_ABLATION=ON",
              "-DSLUICE_TESTS=OFF"], ["cmake", "--build", folder, "--", "--quiet"]]
    for step in steps:
        done = subprocess.run(step, capture_output=True, text=True, check=False)
        if done.returncode != 0 or "SLUICE_ABLATION" in done.stderr:
            raise SystemExit(f"the build with switches failed:\n{done.stdout[-2000:]}{done.stderr[-2000:]}")
    return str(pathlib.Path(folder) / "sluice")


def demand(sluice):
    """Ends the program where the build has no switches: it would measure nothing."""
    if VARIABLE.encode() not in pathlib.Path(sluice).read_bytes():
        raise SystemExit(f"{sluice} has no switches: it does not know {VARIABLE}")
