# reaches: the system's log
import syslog
syslog.openlog("rows")
