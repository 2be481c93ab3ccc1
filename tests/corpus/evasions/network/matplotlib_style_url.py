# reaches: a style from an http address
import matplotlib.pyplot as plt
try:
    plt.style.use("http://192.0.2.23/a.mplstyle")
except OSError:
    pass
