import bisect

SIZES = [(0, "XS"), (152, "S"), (164, "M"), (176, "L"), (188, "XL")]
KEYS = [low for low, _ in SIZES]


def size_for(height_cm):
    return SIZES[bisect.bisect(KEYS, height_cm) - 1][1]


# steam table: temperature (°C) -> saturation pressure (bar)
TABLE = [(100, 1.014), (120, 1.985), (140, 3.614), (160, 6.181), (180, 10.03), (200, 15.55)]


def interpolate(table, x):
    xs = [row[0] for row in table]
    if not xs[0] <= x <= xs[-1]:
        raise ValueError(f"{x} outside {xs[0]}..{xs[-1]}")
    i = min(bisect.bisect_right(xs, x), len(xs) - 1)
    (x0, y0), (x1, y1) = table[i - 1], table[i]
    return y0 + (y1 - y0) * (x - x0) / (x1 - x0)


print({h: size_for(h) for h in (149, 152, 170, 187, 201)})
for t in (100, 133, 180, 200):
    print(f"{t} °C: {interpolate(TABLE, t):.3f} bar")
try:
    interpolate(TABLE, 250)
except ValueError as err:
    print("error:", err)

log = []
for score in (55, 80, 62, 80, 91):
    bisect.insort(log, score)
print(log, bisect.bisect_left(log, 80), bisect.bisect_right(log, 80))
names = ["Ann", "bob", "Cy"]
bisect.insort(names, "Bea", key=str.lower)
print(names)
