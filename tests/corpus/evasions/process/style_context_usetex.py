# reaches: a style mapping switches LaTeX on
import matplotlib
matplotlib.use("Agg")
import matplotlib.pyplot as plt
with plt.style.context({"text.usetex": True}):
    fig, ax = plt.subplots()
    ax.set_title("x")
    try:
        fig.savefig("a.png")
    except Exception:
        pass
