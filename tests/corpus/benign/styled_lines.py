"""Lines and texts of a chart, styled by dictionaries and keywords."""
import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt

BASE = {"linewidth": 1.5, "alpha": 0.8}
STYLES = {"north": {"color": "tab:blue", "marker": "o"}, "south": {"color": "tab:red", **BASE}}
TEXT = {"fontsize": 11, "fontweight": "bold"}


def line(ax, xs, ys, label=None, **style):
    style.setdefault("linewidth", 2)
    if "alpha" not in style:
        style["alpha"] = 0.9
    return ax.plot(xs, ys, label=label, **style)


def note(ax, text, xy=(1, 2), **kwargs):
    ax.annotate(text, xy, **{**TEXT, **kwargs})


fig, (left, right) = plt.subplots(1, 2, figsize=(8, 3))
for name, style in STYLES.items():
    line(left, [1, 2, 3], [3, 1, 2], label=name, **style)
right.bar(["a", "b"], [2, 3], **BASE)
left.set_title("Lines", **TEXT)
right.set_title("Bars", fontdict={"fontsize": 12, "fontweight": "normal"})
note(left, "low", xy=(2, 1), color="gray")
left.legend(prop={"size": 8}, loc="upper right")
right.set_xlabel("group", font="DejaVu Sans")
right.text(0.1, 0.9, "n=2", transform=right.transAxes, **dict(fontsize=8, color="black"))
options = {"rotation": 45}
options.update(ha="right")
right.tick_params(axis="x", labelrotation=options["rotation"])
fig.tight_layout()
fig.savefig("styled.png")
print(len(left.lines), [t.get_text() for t in left.get_legend().get_texts()], right.get_xlabel())
