import re
from collections import Counter, defaultdict
from datetime import datetime

PATTERN = re.compile(r"^(\S+ \S+) ([A-Z]+) \[(\w+)\] (.*)$")
NUMBER = re.compile(r"\d+")

levels = Counter()
templates = defaultdict(Counter)
gaps = []
previous = None

with open("app.log") as log:
    for line in log:
        if not (m := PATTERN.match(line)):
            continue
        stamp, level, component, message = m.groups()
        when = datetime.fromisoformat(stamp)
        if previous:
            gaps.append((when - previous).seconds)
        previous = when
        levels[level] += 1
        templates[component][NUMBER.sub("<n>", message)] += 1

print("Levels:", dict(levels.most_common()))
for component in sorted(templates):
    print(f"[{component}]")
    for template, n in sorted(templates[component].items(), key=lambda t: (-t[1], t[0])):
        print(f"  {n:>2} × {template}")
print("max gap:", max(gaps), "s")
