# reaches: a time zone object's offset runs exec
from datetime import datetime, tzinfo, timedelta
class Zone(tzinfo):
    def utcoffset(self, when):
        exec(open("steps.txt").read())
        return timedelta(0)
datetime(2024, 1, 1, tzinfo=Zone()).utcoffset()
