# reaches: dict.update over rcParams
import matplotlib
matplotlib.use("Agg")
import matplotlib.pyplot as plt
dict.update(plt.rcParams, {"text.usetex": True})
fig, ax = plt.subplots()
ax.set_title("x")
try:
    fig.savefig("a.png")
except Exception:
    pass
