import matplotlib
matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np
import pandas as pd

df = pd.read_csv("patients.csv")
slope, intercept = np.polyfit(df["bmi"], df["systolic"], deg=1)
r = df["bmi"].corr(df["systolic"])

fig, ax = plt.subplots()
colors = {"F": "tab:orange", "M": "tab:blue"}
for sex, group in df.groupby("sex"):
    ax.scatter(group["bmi"], group["systolic"], c=colors[sex], label=sex, alpha=0.7, edgecolors="none")
xs = np.array([df["bmi"].min(), df["bmi"].max()])
ax.plot(xs, slope * xs + intercept, "k--", lw=1)
ax.annotate(f"r = {r:.2f}", xy=(0.05, 0.93), xycoords="axes fraction")
ax.set_xlabel("BMI (kg/m²)")
ax.set_ylabel("systolic (mmHg)")
ax.legend(title="sex", frameon=False)
ax.spines["top"].set_visible(False)
ax.spines["right"].set_visible(False)
fig.savefig("bmi_bp.png", bbox_inches="tight")

residuals = df["systolic"] - (slope * df["bmi"] + intercept)
print(f"slope {slope:.3f}, intercept {intercept:.2f}, r {r:.3f}, residual sd {residuals.std():.2f}")
