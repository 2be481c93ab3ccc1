import json
from datetime import datetime, date, time, timedelta, timezone
import calendar

HOLIDAYS = {date(2024, 1, 1), date(2024, 12, 25), date(2024, 12, 26)}


def business_days(start: date, end: date):
    d = start
    while d <= end:
        if d.weekday() < 5 and d not in HOLIDAYS:
            yield d
        d += timedelta(days=1)


def third_friday(year: int, month: int) -> date:
    c = calendar.Calendar(firstweekday=calendar.MONDAY)
    fridays = [d for d in c.itermonthdates(year, month) if d.month == month and d.weekday() == calendar.FRIDAY]
    return fridays[2]


def humanize(delta: timedelta) -> str:
    seconds = int(delta.total_seconds())
    hours, rem = divmod(seconds, 3600)
    minutes, seconds = divmod(rem, 60)
    return f"{hours:02d}:{minutes:02d}:{seconds:02d}"


print(sum(1 for _ in business_days(date(2024, 12, 1), date(2024, 12, 31))))
print([third_friday(2024, m).isoformat() for m in (3, 6, 9, 12)])
print(humanize(timedelta(hours=30, minutes=5, seconds=9)))
formats = ["%Y-%m-%d", "%d/%m/%Y", "%b %d, %Y", "%Y%m%dT%H%M%S"]
for text in ["2024-02-29", "29/02/2024", "Feb 29, 2024", "20240229T101112", "nonsense"]:
    for fmt in formats:
        try:
            parsed = datetime.strptime(text, fmt)
        except ValueError:
            continue
        else:
            print(f"{text:<20}{parsed:%A %d %B %Y} day {parsed.timetuple().tm_yday}")
            break
    else:
        print(f"{text:<20}unparsed")
shift_start = time(22, 0)
start = datetime.combine(date(2024, 3, 30), shift_start, tzinfo=timezone(timedelta(hours=1)))
end = start + timedelta(hours=8)
print(start.isoformat(), end.date() - start.date(), end.timestamp() - start.timestamp(), start.astimezone(timezone.utc).hour)
print(date.fromisoformat("2024-12-30").isocalendar(), date(2024, 1, 31).replace(day=1).toordinal(), datetime.min.year, timedelta(days=-1, hours=5))
print(json.dumps({m: calendar.monthrange(2024, m)[1] for m in range(1, 13)}), calendar.day_abbr[0], list(calendar.month_name)[1:3])
