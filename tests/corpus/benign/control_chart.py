"""Shewhart chart for a flow meter: mean, limits and Western Electric style runs."""
import csv
import json
from statistics import fmean

import matplotlib
matplotlib.use("Agg")
from matplotlib import pyplot as plt

values = []
with open("sensors.csv") as f:
    for row in csv.DictReader(f):
        if row["tag"] == "FT-303" and row["value"]:
            values.append(float(row["value"]))

centre = fmean(values)
moving_range = fmean(abs(b - a) for a, b in zip(values, values[1:]))
sigma = moving_range / 1.128
ucl, lcl = centre + 3 * sigma, centre - 3 * sigma

beyond = [i for i, v in enumerate(values) if not lcl <= v <= ucl]
side = [v > centre for v in values]
runs = [i for i in range(7, len(side)) if len(set(side[i - 7 : i + 1])) == 1]

fig, ax = plt.subplots(figsize=(7, 3))
ax.plot(values, "o-", ms=3)
ax.axhline(centre, color="green")
for limit in (ucl, lcl):
    ax.axhline(limit, color="red", ls="--")
ax.scatter(beyond, [values[i] for i in beyond], s=60, facecolors="none", edgecolors="red", zorder=3)
ax.set(title="FT-303", xlabel="sample", ylabel="flow")
fig.savefig("control_chart.png")

print(json.dumps({"n": len(values), "mean": round(centre, 2), "limits": [round(lcl, 2), round(ucl, 2)], "beyond": beyond, "runs_of_8": runs}))
