import json
import math
from datetime import datetime
from itertools import pairwise

TRACK = [
    ("2024-05-11T09:00:00", 47.0500, 8.3000, 436), ("2024-05-11T09:12:00", 47.0541, 8.3092, 471),
    ("2024-05-11T09:30:00", 47.0610, 8.3155, 560), ("2024-05-11T09:41:00", 47.0611, 8.3156, 561),
    ("2024-05-11T10:05:00", 47.0702, 8.3301, 742), ("2024-05-11T10:31:00", 47.0655, 8.3420, 655),
]
EARTH = 6_371_000


def metres(p, q):
    (_, la1, lo1, _), (_, la2, lo2, _) = p, q
    x = math.radians(lo2 - lo1) * math.cos(math.radians((la1 + la2) / 2))
    return EARTH * math.hypot(x, math.radians(la2 - la1))


legs = []
for a, b in pairwise(TRACK):
    seconds = (datetime.fromisoformat(b[0]) - datetime.fromisoformat(a[0])).total_seconds()
    legs.append({"m": metres(a, b), "s": seconds, "climb": b[3] - a[3]})

moving = [leg for leg in legs if leg["m"] / leg["s"] > 0.2]
print(json.dumps({
    "distance_km": round(sum(leg["m"] for leg in legs) / 1000, 2),
    "moving_minutes": sum(leg["s"] for leg in moving) / 60,
    "pause_minutes": sum(leg["s"] for leg in legs if leg not in moving) / 60,
    "ascent_m": sum(max(0, leg["climb"]) for leg in legs),
    "descent_m": -sum(min(0, leg["climb"]) for leg in legs),
    "fastest_kmh": round(max(leg["m"] / leg["s"] for leg in legs) * 3.6, 2),
}))
