from datetime import datetime, time, timedelta
from zoneinfo import ZoneInfo

OFFICES = {
    "Lisbon": ZoneInfo("Europe/Lisbon"),
    "Chicago": ZoneInfo("America/Chicago"),
    "Pune": ZoneInfo("Asia/Kolkata"),
}
WORK = (time(8), time(19))


def local_times(moment):
    return {city: moment.astimezone(zone) for city, zone in OFFICES.items()}


def suitable(moment):
    return sum(WORK[0] <= t.time() <= WORK[1] for t in local_times(moment).values())


start = datetime(2024, 3, 12, 0, 0, tzinfo=ZoneInfo("UTC"))
slots = [start + timedelta(minutes=30 * i) for i in range(48)]
best = max(slots, key=suitable)
print(f"best slot {best:%H:%M} UTC suits {suitable(best)} of {len(OFFICES)} offices")
for city, t in local_times(best).items():
    print(f"  {city:<8} {t:%a %d %b %H:%M} {t.tzname()} (UTC{t:%z})")

dst = datetime(2024, 10, 27, 0, 30, tzinfo=ZoneInfo("Europe/Lisbon"))
later = (dst.astimezone(ZoneInfo("UTC")) + timedelta(hours=3)).astimezone(dst.tzinfo)
print("three hours across the clock change:", dst.strftime("%H:%M"), "->", later.strftime("%H:%M"))
