from datetime import datetime, timedelta, timezone
from zoneinfo import ZoneInfo

start = datetime(2024, 3, 30, 22, 15, tzinfo=ZoneInfo("Europe/Berlin"))
arrive = (start.astimezone(timezone.utc) + timedelta(hours=9, minutes=40)).astimezone(ZoneInfo("America/New_York"))
print(arrive.isoformat(), start.utcoffset(), (start + timedelta(days=1)).utcoffset())
