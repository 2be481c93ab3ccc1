# reaches: dateutil.tz.gettz opens the path that it takes for a zone
from dateutil import tz
try:
    tz.gettz("/srv/secret.txt")
except ValueError:
    pass
