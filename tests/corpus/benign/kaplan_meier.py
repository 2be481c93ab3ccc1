from typing import NamedTuple


class Subject(NamedTuple):
    time: float
    event: bool  # False: censored


SUBJECTS = [
    Subject(6, True), Subject(6, True), Subject(6, False), Subject(7, True), Subject(9, False),
    Subject(10, True), Subject(10, False), Subject(11, False), Subject(13, True), Subject(16, True),
    Subject(17, False), Subject(19, False), Subject(22, True), Subject(23, True), Subject(25, False),
]


def kaplan_meier(subjects):
    survival = 1.0
    curve = [(0, survival, len(subjects), 0)]
    for t in sorted({s.time for s in subjects if s.event}):
        at_risk = sum(s.time >= t for s in subjects)
        events = sum(s.time == t and s.event for s in subjects)
        survival *= 1 - events / at_risk
        curve.append((t, survival, at_risk, events))
    return curve


curve = kaplan_meier(SUBJECTS)
print("time  at risk  events  survival")
for t, s, risk, d in curve:
    print(f"{t:>4}  {risk:>7}  {d:>6}  {s:>8.4f}")
median = next((t for t, s, *_ in curve if s <= 0.5), None)
print("median survival:", median)
