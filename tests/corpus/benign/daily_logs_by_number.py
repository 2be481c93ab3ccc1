import glob
import os

os.makedirs("logs", exist_ok=True)
for day in range(1, 4):
    with open(f"logs/2024-01-{day:02d}.log", "w") as f:
        f.write("\n".join(f"{level} message {i}" for i, level in enumerate(["INFO", "ERROR", "INFO"] * day)))

totals = {}
for path in sorted(glob.glob("logs/*.log")):
    with open(path) as f:
        for line in f:
            level = line.split(" ", 1)[0]
            totals[level] = totals.get(level, 0) + 1
    print(os.path.basename(path), os.path.getsize(path))
print(totals)
