# reaches: subprocess.Popen as a context manager
from subprocess import Popen
with Popen("/srv/canary"):
    pass
