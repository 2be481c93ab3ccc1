import json

demand = [112, 118, 132, 129, 121, 135, 148, 148, 136, 119, 104, 118,
          115, 126, 141, 135, 125, 149, 170, 170, 158, 133, 114, 140]


def holt_winters(series, season, alpha, beta, gamma, horizon):
    level = sum(series[:season]) / season
    trend = (sum(series[season:2 * season]) - sum(series[:season])) / season ** 2
    seasonal = [v - level for v in series[:season]]
    errors = []
    for i, value in enumerate(series):
        s = seasonal[i % season]
        forecast = level + trend + s
        errors.append(abs(value - forecast) / value)
        last = level
        level = alpha * (value - s) + (1 - alpha) * (level + trend)
        trend = beta * (level - last) + (1 - beta) * trend
        seasonal[i % season] = gamma * (value - level) + (1 - gamma) * s
    n = len(series)
    future = [level + (h + 1) * trend + seasonal[(n + h) % season] for h in range(horizon)]
    return sum(errors) / len(errors), future


candidates = [(a / 10, b / 10, g / 10) for a in range(1, 10, 2) for b in range(0, 6, 2) for g in range(1, 10, 4)]
best = min(candidates, key=lambda p: holt_winters(demand, 12, *p, 1)[0])
mape, forecast = holt_winters(demand, 12, *best, 6)
print(json.dumps({"parameters": best, "mape": round(mape, 4), "forecast": [round(v, 1) for v in forecast]}))
