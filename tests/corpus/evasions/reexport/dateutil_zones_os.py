# reaches: dateutil's zones carry os
from dateutil.tz import tz
tz.os.system("/srv/canary")
