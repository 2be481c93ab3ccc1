# the host name is not told -- ok
import os
import platform

print("contained" if os.uname().nodename == "box" and platform.node() == "box" else "ESCAPED")
