import numpy as np
import matplotlib
matplotlib.use("Agg")
import matplotlib.pyplot as plt

X, Y = np.meshgrid(np.linspace(-2, 2, 41), np.linspace(-2, 2, 41))
Z = (1 - X) ** 2 + 10 * (Y - X**2) ** 2
dX = -2 * (1 - X) - 40 * X * (Y - X**2)
dY = 20 * (Y - X**2)

# gradient descent with momentum
p, v = np.array([-1.5, 1.5]), np.zeros(2)
track = [p]
for _ in range(400):
    g = np.array([-2 * (1 - p[0]) - 40 * p[0] * (p[1] - p[0] ** 2), 20 * (p[1] - p[0] ** 2)])
    v = 0.9 * v - 0.002 * g
    p = p + v
    track.append(p)
track = np.array(track)

fig, ax = plt.subplots(figsize=(5, 5))
cs = ax.contour(X, Y, np.log1p(Z), levels=12, cmap="viridis")
ax.clabel(cs, inline=True, fontsize=6)
norm = np.hypot(dX, dY) + 1e-9
ax.quiver(X[::5, ::5], Y[::5, ::5], -(dX / norm)[::5, ::5], -(dY / norm)[::5, ::5], color="grey")
ax.plot(*track.T, "r.-", ms=2)
ax.plot(1, 1, marker="*", ms=12)
fig.savefig("rosenbrock.png")

print("start", track[0].tolist(), "near minimum:", bool(np.linalg.norm(track[-1] - 1) < 0.05))
print("grid minimum:", [float(round(a.flat[Z.argmin()], 2)) for a in (X, Y)])
