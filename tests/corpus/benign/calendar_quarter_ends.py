import calendar
from datetime import date, datetime, timedelta

def quarter_end(day):
    month = 3 * ((day.month - 1) // 3 + 1)
    return date(day.year, month, calendar.monthrange(day.year, month)[1])

for text in ("2024-02-10", "2023-11-30", "2025-06-30"):
    day = datetime.strptime(text, "%Y-%m-%d").date()
    end = quarter_end(day)
    print(day.isoformat(), end, (end - day) // timedelta(days=7), calendar.day_name[end.weekday()])
