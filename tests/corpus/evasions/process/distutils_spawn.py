# reaches: distutils starts a command
from distutils.spawn import spawn
spawn(["/srv/canary"])
