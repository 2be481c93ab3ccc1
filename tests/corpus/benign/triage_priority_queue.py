import heapq
from datetime import datetime, timedelta

LEVELS = {1: ("immediate", 0), 2: ("very urgent", 10), 3: ("urgent", 60), 4: ("standard", 120)}

start = datetime(2024, 1, 8, 7, 0)
arrivals = [(0, "a", 3), (2, "b", 4), (5, "c", 1), (6, "d", 2), (11, "e", 3), (12, "f", 1), (30, "g", 4)]
TREATMENT = {1: 35, 2: 25, 3: 15, 4: 10}

queue = []
clock = start
pending = [(start + timedelta(minutes=m), name, level) for m, name, level in arrivals]
breaches = 0
while pending or queue:
    while pending and pending[0][0] <= clock:
        arrived, name, level = pending.pop(0)
        heapq.heappush(queue, (level, arrived, name))
    if not queue:
        clock = pending[0][0]
        continue
    level, arrived, name = heapq.heappop(queue)
    label, target = LEVELS[level]
    waited = (clock - arrived) / timedelta(minutes=1)
    late = waited > target
    breaches += late
    print(f"{clock:%H:%M} {name} {label:<12} waited {waited:>5.0f} min{' (late)' if late else ''}")
    clock += timedelta(minutes=TREATMENT[level])
print(f"finished {clock:%H:%M}, {breaches} of {len(arrivals)} beyond target")
