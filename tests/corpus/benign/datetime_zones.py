from datetime import date, datetime, time, timedelta, timezone
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError
import calendar
dt = datetime(2024, 3, 31, 0, 30, tzinfo=ZoneInfo("Europe/Berlin"))
for h in range(4):
    x = (dt.astimezone(timezone.utc) + timedelta(hours=h)).astimezone(ZoneInfo("Europe/Berlin"))
    print(x.isoformat(), x.tzname(), x.utcoffset(), x.dst())
print(datetime.strptime("02/29/2024 14:05", "%m/%d/%Y %H:%M").strftime("%A %d %B %Y %I:%M %p"))
print(date.fromisoformat("2024-02-29").replace(year=2023, day=28), (date(2024, 12, 25) - date(2024, 2, 29)).days, date(2024, 1, 1).isocalendar().week)
print(calendar.monthrange(2024, 2), calendar.month_name[3], [d.day for d in calendar.Calendar().itermonthdates(2024, 2)][:5])
try:
    ZoneInfo("Mars/Olympus")
except ZoneInfoNotFoundError:
    print("no such zone")
print(timedelta(days=1.5).total_seconds(), str(timedelta(seconds=3661)), datetime.combine(date.min.replace(2000), time.max).year, datetime.fromtimestamp(0, tz=timezone.utc))
