# reaches: importing os.path binds os
import os.path
os.system("/srv/canary")
