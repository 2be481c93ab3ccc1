import numpy as np

def lotka_volterra(state, a=1.1, b=0.4, c=0.4, d=0.1):
    prey, predator = state
    return np.array([a * prey - b * prey * predator, d * prey * predator - c * predator])

dt = 0.01
steps = 4000
path = np.empty((steps + 1, 2))
path[0] = 10.0, 2.0
for n in range(steps):
    # midpoint method
    mid = path[n] + dt / 2 * lotka_volterra(path[n])
    path[n + 1] = path[n] + dt * lotka_volterra(mid)

prey = path[:, 0]
is_peak = (prey[1:-1] > prey[:-2]) & (prey[1:-1] > prey[2:])
peaks = np.flatnonzero(is_peak) + 1
period = np.diff(peaks).mean() * dt
print("prey range: %.2f to %.2f" % (prey.min(), prey.max()))
print("predator range: %.2f to %.2f" % (path[:, 1].min(), path[:, 1].max()))
print("peaks: %d, mean period %.2f" % (len(peaks), period))
