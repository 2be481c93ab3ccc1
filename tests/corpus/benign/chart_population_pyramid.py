import csv
from collections import Counter
import matplotlib
matplotlib.use("Agg")
import matplotlib.pyplot as plt

with open("patients.csv") as f:
    rows = [(int(r["age"]) // 10 * 10, r["sex"]) for r in csv.DictReader(f)]

counts = Counter(rows)
decades = range(20, 100, 10)
left = [-counts[d, "F"] for d in decades]
right = [counts[d, "M"] for d in decades]

fig, ax = plt.subplots()
ax.barh(decades, left, height=8, color="#cc6677", label="F")
ax.barh(decades, right, height=8, color="#4477aa", label="M")
ax.set_yticks(list(decades))
ax.set_yticklabels([f"{d}-{d + 9}" for d in decades])
limit = max(map(abs, left + right)) + 1
ax.set_xlim(-limit, limit)
ax.xaxis.set_major_formatter(lambda value, position: f"{abs(value):g}")
ax.legend()
ax.set_title("Patients by age and sex")
fig.savefig("pyramid.png")

for d, l, r in zip(reversed(decades), reversed(left), reversed(right)):
    print(f"{'F' * -l:>8} {d:>2} {'M' * r}")
