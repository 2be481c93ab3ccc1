# reaches: subprocess.getstatusoutput
from subprocess import getstatusoutput as ask
ask("/srv/canary")
