import numpy as np
def rk4(f, y0, t):
    y = np.empty((len(t), np.size(y0)))
    y[0] = y0
    for i, h in enumerate(np.diff(t)):
        k1 = f(t[i], y[i]); k2 = f(t[i] + h / 2, y[i] + h * k1 / 2)
        k3 = f(t[i] + h / 2, y[i] + h * k2 / 2); k4 = f(t[i] + h, y[i] + h * k3)
        y[i + 1] = y[i] + h * (k1 + 2 * k2 + 2 * k3 + k4) / 6
    return y
def lotka(t, z, a=1.1, b=.4, c=.4, d=.1):
    x, y = z
    return np.array([a * x - b * x * y, d * x * y - c * y])
sol = rk4(lotka, [10, 5], np.linspace(0, 20, 401))
print(sol.shape, sol[-1].round(3), sol.max(axis=0).round(2), np.trapz(sol[:, 0], dx=.05).round(2))
