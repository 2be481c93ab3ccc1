import matplotlib
matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np

volts = np.array([1.0, 2.0, 3.0, 4.0, 5.0, 6.0])
amps = np.array([[0.21, 0.19, 0.22], [0.40, 0.43, 0.39], [0.61, 0.60, 0.62], [0.79, 0.83, 0.80], [1.02, 0.98, 1.01], [1.18, 1.22, 1.20]])
mean, err = amps.mean(axis=1), amps.std(axis=1, ddof=1) / np.sqrt(amps.shape[1])

weights = 1 / err
(slope, intercept), cov = np.polyfit(volts, mean, 1, w=weights, cov="unscaled")
chi2 = (((mean - slope * volts - intercept) / err) ** 2).sum() / (len(volts) - 2)

fig, (ax, res) = plt.subplots(2, 1, sharex=True, gridspec_kw=dict(height_ratios=[3, 1], hspace=0))
ax.errorbar(volts, mean, yerr=err, fmt="s", capsize=3, label="measured")
ax.plot(volts, slope * volts + intercept, label=rf"$I = {slope:.3f}\,U {intercept:+.3f}$")
ax.legend()
ax.set_ylabel("current (A)")
res.stem(volts, mean - slope * volts - intercept)
res.axhline(0, color="k", lw=0.5)
res.set_xlabel("voltage (V)")
fig.savefig("ohm.png", dpi=90)
plt.close()

print(f"R = {1 / slope:.3f} ohm, intercept {intercept:.4f} A, reduced chi2 {chi2:.2f}")
print(f"standard error of slope {np.sqrt(cov[0, 0]):.4f}")
