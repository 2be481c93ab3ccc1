from datetime import date, datetime

import pytz
from dateutil import parser
from dateutil.easter import easter
from dateutil.relativedelta import FR, relativedelta
from dateutil.rrule import MONTHLY, rrule

CONTRACTS = [("north", "2024-01-31", 3), ("south", "15 Feb 2023", 14), ("east", "2022-11-30T08:15:00", 6)]
DESKS = {"north": "Europe/Berlin", "south": "America/New_York", "east": "Asia/Tokyo"}


def due_dates(start, months):
    return [start + relativedelta(months=n) for n in range(1, months + 1)]


def reviews(start, count):
    return [d.date() for d in rrule(MONTHLY, dtstart=start, count=count, byweekday=FR(-1))]


for name, text, months in CONTRACTS:
    start = parser.parse(text)
    last = due_dates(start, months)[-1]
    span = relativedelta(last, start)
    print(name, last.date(), f"{span.years}y {span.months}m {span.days}d", reviews(start, 2))

opening = datetime(2024, 3, 11, 9, 0)
for desk, zone in sorted(DESKS.items()):
    local = pytz.timezone(zone).localize(opening)
    print(desk, local.astimezone(pytz.utc).strftime("%H:%M"), local.tzname())
print([easter(y).isoformat() for y in (2023, 2024, 2025)], date(2024, 2, 29) + relativedelta(years=1))
