import re
from math import sqrt

lines = ["temp=21.5 C", "humidity=40 %", "broken", "pressure=1013 hPa", "temp=19.0 C", ""]

parsed = [(m["key"], float(m["value"]), m["unit"]) for line in lines if (m := re.match(r"(?P<key>\w+)=(?P<value>[\d.]+) (?P<unit>\S+)", line))]
print(parsed)

latest = {key: value for key, value, _ in parsed}
units = {unit for *_, unit in parsed}
print(latest, sorted(units))

roots = {n: r for n in range(1, 60) if (r := sqrt(n)).is_integer()}
print(roots)

matrix = [[r * 3 + c for c in range(3)] for r in range(3)]
print([v for row in matrix for v in row if v % 2], [[row[i] for row in matrix] for i in range(3)])

queue = [3, 1, 4, 1, 5, 9, 2, 6]
taken = []
while queue and (item := queue.pop()) != 4:
    taken.append(item)
print(taken, queue)

total = 0
print([total := total + v for v in (5, 10, 15)])
longest = max((w for w in "a few words of varying lengthiness".split()), key=len)
print(longest, any((hit := w).startswith("v") for w in ["x", "vary", "vat"]), hit)
