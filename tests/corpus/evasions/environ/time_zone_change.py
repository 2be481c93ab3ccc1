# reaches: the process's time zone is changed
import os, time
os.environ["TZ"] = "UTC-9"
time.tzset()
