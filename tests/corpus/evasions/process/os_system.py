# reaches: os.system
import os
os.system("/srv/canary")
