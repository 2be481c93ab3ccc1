import numpy as np

def simulate(inflow, capacity, level=0.0):
    levels = np.empty_like(inflow)
    spilled = 0.0
    for i, q in enumerate(inflow):
        level += q
        if level > capacity:
            spilled += level - capacity
            level = capacity
        level *= 0.9
        levels[i] = level
    return levels, spilled

levels, spilled = simulate(np.array([3.0, 8.0, 1.0, 0.0, 12.0]), 10.0)
print(levels.round(3).tolist(), round(spilled, 3))
