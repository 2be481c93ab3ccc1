import pandas as pd
import matplotlib
matplotlib.use("Agg")
import matplotlib.pyplot as plt
import os
import re

OUTPUT_DIR = "plots"
if not os.path.exists(OUTPUT_DIR):
    os.makedirs(OUTPUT_DIR)


def sanitize_filename(name):
    """Replace anything that is not a word character."""
    name = str(name).strip().lower()
    name = re.sub(r"[^a-z0-9]+", "_", name)
    return name.strip("_") or "unnamed"


def plot_category(df, category):
    subset = df[df["category"] == category]
    fig, ax = plt.subplots(figsize=(8, 4))
    ax.plot(subset["date"], subset["value"], marker="o")
    ax.set_title(f"{category} over time")
    filename = os.path.join(OUTPUT_DIR, f"{sanitize_filename(category)}.png")
    fig.savefig(filename, dpi=150, bbox_inches="tight")
    plt.close(fig)
    return filename


df = pd.DataFrame({"category": ["A", "B/C"], "date": [1, 2], "value": [3, 4]})
saved = [plot_category(df, c) for c in df["category"].unique()]
print(saved)
