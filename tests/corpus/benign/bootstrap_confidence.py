import csv
import json

import numpy as np

with open("patients.csv", newline="") as f:
    bmi = np.array([float(r["bmi"]) for r in csv.DictReader(f)])

rng = np.random.default_rng(2024)
resamples = rng.choice(bmi, size=(4000, bmi.size), replace=True)
means = resamples.mean(axis=1)
medians = np.median(resamples, axis=1)


def interval(sample, level=0.95):
    tail = (1 - level) / 2 * 100
    low, high = np.percentile(sample, [tail, 100 - tail])
    return {"low": round(float(low), 2), "high": round(float(high), 2)}


print(json.dumps({"n": int(bmi.size), "mean": interval(means), "median": interval(medians), "mean_90": interval(means, 0.9)}))
