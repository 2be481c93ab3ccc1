# reaches: pytz carries os
import pytz
pytz.os.system("/srv/canary")
