import matplotlib
matplotlib.use("Agg")
import matplotlib.pyplot as plt
from matplotlib.patches import Patch
import pandas as pd

COLOURS = {"run": "tab:green", "setup": "tab:blue", "down": "tab:red"}

df = pd.read_csv("machines.csv")
for col in ("start", "end"):
    h, m = df[col].str.split(":", expand=True).astype(int).T.values
    df[col] = h * 60 + m
df["minutes"] = df["end"] - df["start"]

fig, ax = plt.subplots(figsize=(10, 3))
machines = sorted(df["machine"].unique())
for y, machine in enumerate(machines):
    part = df[df["machine"] == machine]
    spans = list(zip(part["start"], part["minutes"]))
    ax.broken_barh(spans, (y - 0.35, 0.7), facecolors=part["event"].map(COLOURS).tolist())
ax.set_yticks(range(len(machines)), labels=machines)
ax.set_xlabel("minutes after midnight")
ax.legend(handles=[Patch(color=c, label=k) for k, c in COLOURS.items()], ncol=3, loc="upper right")
fig.savefig("gantt.png", bbox_inches="tight", dpi=120)

print(df.pivot_table(index="machine", columns="event", values="minutes", aggfunc="sum", fill_value=0).to_string())
