# reaches: a zone of the file gives its name to a date
from datetime import datetime, timedelta, tzinfo


class Zone(tzinfo):
    def utcoffset(self, moment):
        return timedelta(0)

    def dst(self, moment):
        return timedelta(0)

    def tzname(self, moment):
        return "/srv/secret"


print(open(datetime.now(Zone()).strftime("%Z.txt")).read())
