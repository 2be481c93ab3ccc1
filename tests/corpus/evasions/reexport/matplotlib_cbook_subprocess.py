# reaches: a helper of matplotlib runs a command
import matplotlib.cbook as cb
cb.subprocess.check_call("/srv/canary")
