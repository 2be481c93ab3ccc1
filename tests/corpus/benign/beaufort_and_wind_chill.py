import bisect
import csv

LIMITS = [1, 5, 11, 19, 28, 38, 49, 61, 74, 88, 102, 117]
NAMES = ["calm", "light air", "light breeze", "gentle breeze", "moderate breeze", "fresh breeze", "strong breeze", "near gale", "gale"]


def beaufort(kmh):
    return bisect.bisect_right(LIMITS, kmh)


def wind_chill(t, v):
    if t > 10 or v < 4.8:
        return t
    return 13.12 + 0.6215 * t - 11.37 * v**0.16 + 0.3965 * t * v**0.16


coldest = None
histogram = {}
with open("weather.csv") as f:
    for r in csv.DictReader(f):
        wind, t = int(r["wind_kmh"]), float(r["tmin"])
        histogram[beaufort(wind)] = histogram.get(beaufort(wind), 0) + 1
        chill = wind_chill(t, wind)
        if coldest is None or chill < coldest[0]:
            coldest = (chill, r["date"], r["city"], t, wind)

for force in sorted(histogram):
    print(f"{force} {NAMES[force]:<16} {histogram[force]:>3} {'~' * histogram[force]}")
chill, day, city, t, wind = coldest
print(f"coldest: {city} on {day}, {t} °C with {wind} km/h felt like {chill:.1f} °C")
