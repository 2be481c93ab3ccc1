import matplotlib.pyplot as plt
import numpy as np

plt.rcParams.update({"font.size": 9, "axes.grid": True, "figure.figsize": (7, 4)})

x = np.linspace(0, 4 * np.pi, 300)
fig, (top, bottom) = plt.subplots(2, sharex=True)
for i, style in enumerate(["-", "--", "-.", ":"]):
    top.plot(x, np.sin(x + i * np.pi / 8), linestyle=style, label=f"shift {i}π/8")
top.legend(ncol=4, fontsize=7)
bottom.fill_between(x, np.exp(-x / 6), -np.exp(-x / 6), color="0.9")
bottom.plot(x, np.exp(-x / 6) * np.cos(3 * x), color="k")
bottom.set_yscale("symlog", linthresh=0.1)
bottom.set_xlim(0, 4 * np.pi)
bottom.set_xticks([0, np.pi, 2 * np.pi, 3 * np.pi, 4 * np.pi])
bottom.set_xticklabels(["0", "π", "2π", "3π", "4π"])
plt.savefig("styles.png", dpi=100)
plt.close(fig)

print("lines:", len(top.get_lines()), "title:", repr(top.get_title()), "limits:", [round(v, 3) for v in bottom.get_xlim()])
