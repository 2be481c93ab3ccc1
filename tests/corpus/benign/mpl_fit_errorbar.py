import numpy as np, matplotlib.pyplot as plt
x = np.linspace(0, 5, 12); y = 2 * x + 1 + np.sin(9 * x)
(m, b), cov = np.polyfit(x, y, 1, cov=True)
fig, ax = plt.subplots(); ax.errorbar(x, y, yerr=.5, fmt=".", ecolor="0.6", label="data"); ax.plot(x, m * x + b, label=rf"$y = {m:.2f}x + {b:.2f}$")
ax.legend(); ax.text(.05, .9, r"$\chi^2$", transform=ax.transAxes, bbox={"boxstyle": "round", "fc": "w"}); ax.set_xlabel(r"$\Delta t$ [s]"); plt.savefig("fit.png", dpi=100)
print(round(m, 2), round(b, 2), np.sqrt(np.diag(cov)).round(2))
