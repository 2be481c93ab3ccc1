import numpy as np
import matplotlib
matplotlib.use("Agg")
import matplotlib.pyplot as plt

rng = np.random.default_rng(31)
direction = rng.vonmises(np.pi / 4, 1.2, 500) % (2 * np.pi)
speed = rng.weibull(2.0, 500) * 8

sectors = 16
width = 2 * np.pi / sectors
sector = np.round(direction / width).astype(int) % sectors
counts = np.bincount(sector, minlength=sectors)

ax = plt.subplot(projection="polar")
ax.set_theta_zero_location("N")
ax.set_theta_direction(-1)
colours = plt.cm.viridis(counts / counts.max())
ax.bar(np.arange(sectors) * width, counts, width=width * 0.9, color=colours)
plt.title("Wind rose")
plt.savefig("rose.png")

names = "N NNE NE ENE E ESE SE SSE S SSW SW WSW W WNW NW NNW".split()
dominant = names[counts.argmax()]
strong = [names[i] for i in np.unique(sector[speed > 16])]
print(f"dominant direction: {dominant} ({counts.max()} of {counts.sum()})")
print(f"mean speed: {speed.mean():.2f} m/s; sectors with strong wind: {len(strong)}")
