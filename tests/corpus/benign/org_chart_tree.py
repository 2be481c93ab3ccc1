import csv
from collections import defaultdict

children = defaultdict(list)
people = {}
with open("staff.csv") as f:
    for row in csv.DictReader(f):
        people[row["emp_id"]] = row
        if row["manager"] and row["manager"] != row["emp_id"]:
            children[row["manager"]].append(row["emp_id"])


def render(emp, depth=0, seen=frozenset()):
    if emp in seen:
        return
    person = people[emp]
    print("    " * depth + f"{emp} {person['team']}/{person['grade']}")
    for child in sorted(children[emp]):
        render(child, depth + 1, seen | {emp})


def headcount(emp):
    stack, count = [emp], 0
    visited = set()
    while stack:
        current = stack.pop()
        if current in visited:
            continue
        visited.add(current)
        count += 1
        stack.extend(children[current])
    return count - 1


render("E01")
print("reports under E01:", headcount("E01"))
