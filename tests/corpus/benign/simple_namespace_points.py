from types import SimpleNamespace
import math

stations = [
    SimpleNamespace(name="inlet", x=0, y=0, q=12.5),
    SimpleNamespace(name="weir", x=3, y=4, q=11.9),
    SimpleNamespace(name="outlet", x=9, y=12, q=11.2),
]
for a, b in zip(stations, stations[1:]):
    a.distance = math.hypot(b.x - a.x, b.y - a.y)
    a.loss = (a.q - b.q) / a.distance
    print(f"{a.name} -> {b.name}: {a.distance:.1f} km, loses {a.loss:.3f} per km")
worst = max(stations[:-1], key=lambda s: s.loss)
print(worst.name, hasattr(stations[-1], "loss"), sum(s.distance for s in stations[:-1]))
