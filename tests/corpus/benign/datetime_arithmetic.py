import json
from datetime import date, datetime, time, timedelta, timezone

start = datetime(2024, 1, 31, 22, 15)
shifts = [start + timedelta(hours=8 * i) for i in range(4)]
one_month = date(2024, 1, 31)


def add_months(day: date, months: int) -> date:
    index = day.year * 12 + day.month - 1 + months
    year, month = divmod(index, 12)
    for d in (day.day, 30, 29, 28):
        try:
            return date(year, month + 1, d)
        except ValueError:
            continue
    raise AssertionError("unreachable")


def age(born: date, on: date) -> int:
    return on.year - born.year - ((on.month, on.day) < (born.month, born.day))


span = datetime(2024, 12, 25) - start
hours, rest = divmod(span.seconds, 3600)
utc = datetime.combine(date(2024, 6, 1), time(12, 30), tzinfo=timezone(timedelta(hours=2)))

print(json.dumps({
    "shifts": [s.strftime("%d.%m. %H:%M") for s in shifts],
    "months": [add_months(one_month, k).isoformat() for k in (1, 2, 13, -2)],
    "ages": [age(date(2000, 2, 29), date(2024, 2, d)) for d in (28, 29)],
    "until": f"{span.days} d {hours} h {rest // 60} min",
    "utc": utc.astimezone(timezone.utc).isoformat(),
    "epoch": int(utc.timestamp()),
    "iso": date(2024, 12, 30).isocalendar()[:2],
    "next_friday": (one_month + timedelta((4 - one_month.weekday()) % 7)).isoformat(),
    "parsed": [datetime.strptime(s, f).date().isoformat() for s, f in (("03/04/24", "%d/%m/%y"), ("Mar 5, 2024", "%b %d, %Y"))],
    "quarters": sorted({(date(2024, m, 1).month - 1) // 3 + 1 for m in range(1, 13)}),
}, indent=1))
