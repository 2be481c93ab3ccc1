import json

import numpy as np

flow = np.array([0, 10, 20, 30, 40, 50], dtype=float)          # m3/h
head = np.array([42.0, 41.1, 38.9, 35.0, 29.2, 21.5])           # m
efficiency = np.array([0.0, 0.38, 0.61, 0.72, 0.70, 0.58])

pump = np.poly1d(np.polyfit(flow, head, 2))
eta = np.poly1d(np.polyfit(flow, efficiency, 3))


def system(q, static=12.0, k=0.014):
    """Head that the pipework needs at flow q."""
    return static + k * q ** 2


low, high = 0.0, 50.0
for _ in range(60):
    mid = (low + high) / 2
    if pump(mid) > system(mid):
        low = mid
    else:
        high = mid
q = (low + high) / 2
power = 998 * 9.81 * (q / 3600) * pump(q) / eta(q) / 1000

grid = np.linspace(1, 50, 491)
best = grid[np.argmax(eta(grid))]
print(json.dumps({
    "flow_m3_h": round(q, 2),
    "head_m": round(float(pump(q)), 2),
    "efficiency": round(float(eta(q)), 3),
    "power_kw": round(float(power), 2),
    "best_efficiency_flow": round(float(best), 1),
    "polynomial_order": pump.order,
}))
