import io
import logging
import sys
from functools import wraps

import numpy as np

logging.basicConfig(level=logging.INFO, format="%(levelname)s %(message)s",
                    handlers=[logging.StreamHandler(sys.stdout), logging.FileHandler("batches.log", mode="w")])
log = logging.getLogger("batches")
audit = logging.FileHandler("audit.log", encoding="utf-8")
audit.setFormatter(logging.Formatter("$levelname/$message", style="$"))
log.addHandler(audit)


def counted(function):
    def inner(*args):
        inner.calls += 1
        return function(*args)
    inner.calls = 0
    return wraps(function)(inner)


@counted
def batch(size, seed):
    values = np.random.default_rng(seed).normal(10, 2, size)
    values.setflags(write=False)
    return values


saved = sys.stdout
sys.stdout = captured = io.StringIO()
try:
    for seed in range(3):
        print("batch", seed, len(batch(4 + seed, seed)))
finally:
    sys.stdout = saved
lines = captured.getvalue().splitlines()
log.info("%d batches, %s", len(lines), lines[-1])
try:
    batch(2, 1)[0] = 1
except ValueError as problem:
    log.warning("kept: %s", problem)
np.savetxt("batch.dat", batch(3, 9))
np.save("batch", batch(3, 9))
print(len(np.loadtxt("batch.dat")), np.load("batch.npy").size)
with open("audit.log") as file:
    print(file.read().strip())
