import json
import math
from collections import namedtuple

Arm = namedtuple("Arm", ["cases", "total"])
Interval = namedtuple("Interval", "low high")


def wilson(k, n, z=1.96):
    p = k / n
    denominator = 1 + z * z / n
    centre = (p + z * z / (2 * n)) / denominator
    half = z * math.sqrt(p * (1 - p) / n + z * z / (4 * n * n)) / denominator
    return Interval(centre - half, centre + half)


def risk_ratio(a: Arm, b: Arm, z=1.96):
    rr = (a.cases / a.total) / (b.cases / b.total)
    se = math.sqrt(1 / a.cases - 1 / a.total + 1 / b.cases - 1 / b.total)
    return rr, Interval(rr * math.exp(-z * se), rr * math.exp(z * se))


vaccine, placebo = Arm(11, 4120), Arm(96, 4098)
rr, ci = risk_ratio(vaccine, placebo)
difference = placebo.cases / placebo.total - vaccine.cases / vaccine.total

print(json.dumps({
    "attack_rates": {name: [round(v, 5) for v in wilson(*arm)] for name, arm in (("vaccine", vaccine), ("placebo", placebo))},
    "efficacy": round(1 - rr, 4),
    "efficacy_ci": [round(1 - ci.high, 4), round(1 - ci.low, 4)],
    "number_needed_to_vaccinate": math.ceil(1 / difference),
}))
