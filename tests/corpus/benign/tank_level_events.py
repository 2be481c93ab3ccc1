import random

random.seed(2)

FULL, EMPTY = 90.0, 10.0


def process(minutes):
    """Yield (minute, level, event) while a pump cycles between two limits."""
    level, pumping = 50.0, False
    for minute in range(minutes):
        level += random.uniform(0.4, 1.6)
        if pumping:
            level -= 3.2
        event = None
        if level >= FULL and not pumping:
            pumping, event = True, "pump on"
        elif level <= EMPTY and pumping:
            pumping, event = False, "pump off"
        yield minute, level, event


history = list(process(300))
events = [(m, f"{lv:.1f}", e) for m, lv, e in history if e]
for minute, level, event in events:
    print(f"{minute // 60:02d}:{minute % 60:02d}  {level:>5} %  {event}")

on_times = [m for m, _, e in events if e == "pump on"]
off_times = [m for m, _, e in events if e == "pump off"]
cycles = [off - on for on, off in zip(on_times, off_times)]
print("cycle minutes:", cycles)
print("range: %.1f to %.1f" % (min(l for _, l, _ in history), max(l for _, l, _ in history)))
