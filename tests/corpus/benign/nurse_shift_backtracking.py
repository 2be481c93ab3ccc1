import json
from collections import Counter

NURSES = ["N1", "N2", "N3", "N4"]
DAYS = ["mon", "tue", "wed", "thu", "fri"]
SHIFTS = ["early", "late", "night"]
OFF = {("N1", "wed"), ("N3", "mon"), ("N4", "fri")}
MAX_SHIFTS = 4
MAX_NIGHTS = 2

SLOTS = [(d, s) for d in DAYS for s in SHIFTS]


def allowed(plan, slot, nurse):
    day, shift = slot
    if (nurse, day) in OFF:
        return False
    if any(plan.get((day, s)) == nurse for s in SHIFTS):
        return False
    if DAYS.index(day) and plan.get((DAYS[DAYS.index(day) - 1], "night")) == nurse:
        return False
    taken = [s for s, n in plan.items() if n == nurse]
    if len(taken) >= MAX_SHIFTS:
        return False
    return shift != "night" or sum(s == "night" for _, s in taken) < MAX_NIGHTS


def assign(plan=None, index=0):
    plan = {} if plan is None else plan
    if index == len(SLOTS):
        return plan
    slot = SLOTS[index]
    load = Counter(plan.values())
    for nurse in sorted(NURSES, key=lambda n: (load[n], n)):
        if allowed(plan, slot, nurse):
            plan[slot] = nurse
            if assign(plan, index + 1):
                return plan
            del plan[slot]
    return None


plan = assign()
if plan is None:
    print(json.dumps({"feasible": False}))
else:
    print(json.dumps({
        "feasible": True,
        "roster": {d: {s: plan[d, s] for s in SHIFTS} for d in DAYS},
        "load": dict(sorted(Counter(plan.values()).items())),
        "nights": dict(sorted(Counter(n for (d, s), n in plan.items() if s == "night").items())),
    }, indent=1))
