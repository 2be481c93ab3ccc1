import itertools
import csv
from operator import itemgetter

with open("machines.csv", newline="") as f:
    events = sorted(csv.DictReader(f), key=itemgetter("machine", "start"))

for machine, group in itertools.groupby(events, key=itemgetter("machine")):
    sequence = [e["event"] for e in group]
    runs = [(kind, len(list(items))) for kind, items in itertools.groupby(sequence)]
    longest = max(runs, key=itemgetter(1))
    print(f"{machine}: {' '.join(f'{k}x{n}' if n > 1 else k for k, n in runs)}")
    print(f"   longest streak: {longest[1]} x {longest[0]}")
