import pandas as pd
import matplotlib
matplotlib.use("Agg")
import matplotlib.pyplot as plt

def style_axis(ax, title):
    ax.set_title(title, fontweight="bold")
    for s in ("top", "right"):
        ax.spines[s].set_visible(False)
    plt.setp(ax.get_xticklabels(), rotation=30, ha="right")
    return ax

df = pd.read_csv("satisfaction.csv")
qs = ["q1", "q2", "q3"]
counts = df[qs].apply(lambda s: s.value_counts(normalize=True).sort_index()).T
fig, (ax, bx) = plt.subplots(1, 2, figsize=(10, 4), gridspec_kw=dict(wspace=.3))
counts.plot(kind="barh", stacked=True, ax=ax, colormap="RdYlGn", legend=False)
style_axis(ax, "Likert")
for c in ax.containers:
    ax.bar_label(c, labels=[f"{w.get_width():.0%}" if w.get_width() > .1 else "" for w in c], label_type="center")
df.groupby("age_group")[qs].mean().plot(ax=bx, marker="o")
style_axis(bx, "Mean by age")
fig.legend(*bx.get_legend_handles_labels(), loc="lower center", ncol=3)
bx.get_legend().remove()
fig.savefig("survey.png", dpi=100, bbox_inches="tight")
plt.close()
print(counts.round(2).to_string())
