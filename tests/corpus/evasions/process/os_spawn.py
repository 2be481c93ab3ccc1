# reaches: os.spawnl
import os
os.spawnl(os.P_WAIT, "/srv/canary", "canary")
