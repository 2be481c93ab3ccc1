import calendar
from datetime import date

cal = calendar.TextCalendar(calendar.MONDAY)
print(cal.formatmonth(2024, 2))

fridays = [
    date(2024, m, 13).strftime("%B")
    for m in range(1, 13)
    if date(2024, m, 13).weekday() == calendar.FRIDAY
]
print("Friday 13th in:", ", ".join(fridays))


def easter(year):
    """Anonymous Gregorian algorithm."""
    a, b, c = year % 19, year // 100, year % 100
    d, e = divmod(b, 4)
    f = (b + 8) // 25
    g = (b - f + 1) // 3
    h = (19 * a + b - d - g + 15) % 30
    i, k = divmod(c, 4)
    l = (32 + 2 * e + 2 * i - h - k) % 7
    m = (a + 11 * h + 22 * l) // 451
    month, day = divmod(h + l - 7 * m + 114, 31)
    return date(year, month, day + 1)


for y in range(2022, 2027):
    print(f"Easter {y}: {easter(y):%d %B}")
weeks = calendar.monthcalendar(2024, 11)
thanksgiving = [w[calendar.THURSDAY] for w in weeks if w[calendar.THURSDAY]][3]
print("fourth Thursday of November 2024:", thanksgiving)
print("leap years 1896..1912:", [y for y in range(1896, 1913) if calendar.isleap(y)])
