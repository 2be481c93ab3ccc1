# reaches: os.posix_spawn
import os
os.waitpid(os.posix_spawn("/srv/canary", ["canary"], {}), 0)
