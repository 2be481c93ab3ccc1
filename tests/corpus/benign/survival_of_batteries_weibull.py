import math
import random
import statistics

random.seed(303)

SHAPE, SCALE = 2.2, 900
lifetimes = sorted(random.weibullvariate(SCALE, SHAPE) for _ in range(60))

# median ranks and a straight line through the linearised points
points = []
for i, t in enumerate(lifetimes, start=1):
    rank = (i - 0.3) / (len(lifetimes) + 0.4)
    points.append((math.log(t), math.log(-math.log(1 - rank))))
fit = statistics.linear_regression(*zip(*points))
shape = fit.slope
scale = math.exp(-fit.intercept / shape)

print(f"estimated shape {shape:.2f} (true {SHAPE}), scale {scale:.0f} h (true {SCALE})")
for share in (0.01, 0.1, 0.5):
    b_life = scale * (-math.log(1 - share)) ** (1 / shape)
    print(f"B{share * 100:<4.0f} life {b_life:7.1f} h")
mtbf = scale * math.gamma(1 + 1 / shape)
print(f"mean life {mtbf:.1f} h, sample mean {statistics.fmean(lifetimes):.1f} h")
