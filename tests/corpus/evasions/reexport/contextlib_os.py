# reaches: contextlib carries os
import contextlib
contextlib.os.popen("/srv/canary").read()
