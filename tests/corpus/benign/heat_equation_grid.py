import numpy as np

nx, ny = 40, 20
u = np.zeros((ny, nx))
u[:, 0] = 100.0
u[0, :] = np.linspace(100, 0, nx)

iterations = 0
while True:
    old = u.copy()
    u[1:-1, 1:-1] = 0.25 * (old[1:-1, :-2] + old[1:-1, 2:] + old[:-2, 1:-1] + old[2:, 1:-1])
    # insulated lower and right edges
    u[-1, 1:-1] = u[-2, 1:-1]
    u[:, -1] = u[:, -2]
    iterations += 1
    if np.abs(u - old).max() < 1e-3 or iterations >= 5000:
        break

print("converged:", iterations < 5000)
print("mean temperature %.2f" % u.mean())
shades = " .:-=+*#%@"
for row in u[::4]:
    print("".join(shades[min(9, int(v / 10))] for v in row))
gy, gx = np.gradient(u)
print("steepest cell:", tuple(int(i) for i in np.unravel_index(np.argmax(np.hypot(gx, gy)[2:-2, 2:-2]), (ny - 4, nx - 4))))
