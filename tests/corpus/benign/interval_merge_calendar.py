from datetime import datetime, timedelta
from operator import attrgetter
from typing import NamedTuple


class Busy(NamedTuple):
    start: datetime
    end: datetime
    title: str = ""


def at(text: str) -> datetime:
    return datetime.strptime(f"2024-06-10 {text}", "%Y-%m-%d %H:%M")


def merge(slots):
    out = []
    for slot in sorted(slots, key=attrgetter("start", "end")):
        if out and slot.start <= out[-1].end:
            out[-1] = out[-1]._replace(end=max(out[-1].end, slot.end))
        else:
            out.append(slot)
    return out


def free(slots, day_start, day_end, at_least=timedelta(minutes=30)):
    cursor = day_start
    for slot in merge(slots):
        if slot.start - cursor >= at_least:
            yield cursor, slot.start
        cursor = max(cursor, slot.end)
    if day_end - cursor >= at_least:
        yield cursor, day_end


calendars = {
    "a": [Busy(at("09:00"), at("10:30"), "review"), Busy(at("13:00"), at("14:00"), "lunch")],
    "b": [Busy(at("10:00"), at("11:00"), "call"), Busy(at("13:30"), at("15:15"), "audit")],
    "c": [Busy(at("08:00"), at("08:20"), "standup"), Busy(at("16:45"), at("17:30"), "demo")],
}
everything = [slot for slots in calendars.values() for slot in slots]
print("busy:", ", ".join(f"{s.start:%H:%M}-{s.end:%H:%M}" for s in merge(everything)))
for start, end in free(everything, at("08:00"), at("18:00")):
    print(f"free {start:%H:%M}-{end:%H:%M} ({(end - start).seconds // 60} min)")
