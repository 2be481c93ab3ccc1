import matplotlib
matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np

rng = np.random.default_rng(5)
groups = {"control": rng.normal(50, 6, 80), "dose 1": rng.normal(54, 6, 80), "dose 2": rng.normal(61, 8, 80)}

fig = plt.figure(figsize=(9, 4), constrained_layout=True)
gs = fig.add_gridspec(1, 2, width_ratios=[2, 1])
left, right = fig.add_subplot(gs[0, 0]), fig.add_subplot(gs[0, 1])

bins = np.arange(30, 91, 5)
for name, values in groups.items():
    left.hist(values, bins=bins, histtype="step", label=f"{name} (n={values.size})")
left.legend(fontsize="small")
left.set_xlabel("response")
left.set_ylabel("count")

parts = right.boxplot(list(groups.values()), labels=list(groups), patch_artist=True)
for box, colour in zip(parts["boxes"], ("#dddddd", "#99ccff", "#3377cc")):
    box.set_facecolor(colour)
right.tick_params(axis="x", rotation=30)
fig.suptitle("Dose response")
fig.savefig("dose.png", dpi=110)

for name, values in groups.items():
    low, mid, high = np.percentile(values, [25, 50, 75])
    print(f"{name:<8} median {mid:5.1f}  IQR {high - low:5.1f}  beyond 70: {(values > 70).sum()}")
