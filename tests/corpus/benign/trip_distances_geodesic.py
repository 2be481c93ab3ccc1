import json
import math
from typing import NamedTuple


class Place(NamedTuple):
    name: str
    lat: float
    lon: float


def haversine(a: Place, b: Place) -> float:
    phi1, phi2 = math.radians(a.lat), math.radians(b.lat)
    dphi, dlambda = phi2 - phi1, math.radians(b.lon - a.lon)
    h = math.sin(dphi / 2) ** 2 + math.cos(phi1) * math.cos(phi2) * math.sin(dlambda / 2) ** 2
    return 2 * 6371.0088 * math.asin(math.sqrt(h))


def bearing(a: Place, b: Place) -> float:
    dl = math.radians(b.lon - a.lon)
    p1, p2 = math.radians(a.lat), math.radians(b.lat)
    y = math.sin(dl) * math.cos(p2)
    x = math.cos(p1) * math.sin(p2) - math.sin(p1) * math.cos(p2) * math.cos(dl)
    return (math.degrees(math.atan2(y, x)) + 360) % 360


def tour_length(order):
    return sum(haversine(a, b) for a, b in zip(order, order[1:] + order[:1]))


def two_opt(order):
    improved = True
    while improved:
        improved = False
        for i in range(1, len(order) - 1):
            for j in range(i + 1, len(order)):
                candidate = order[:i] + order[i:j + 1][::-1] + order[j + 1:]
                if tour_length(candidate) < tour_length(order) - 1e-9:
                    order, improved = candidate, True
    return order


places = [Place("Depot", 50.11, 8.68), Place("Mill", 49.49, 8.47), Place("Port", 53.55, 9.99), Place("Lab", 48.14, 11.58), Place("Mine", 51.34, 12.37), Place("Farm", 52.27, 8.05)]
tour = two_opt(places)
print(json.dumps({
    "before_km": round(tour_length(places)),
    "after_km": round(tour_length(tour)),
    "tour": [p.name for p in tour],
    "first_bearing": round(bearing(tour[0], tour[1]), 1),
}))
