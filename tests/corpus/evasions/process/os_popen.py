# reaches: os.popen
import os
print(os.popen("/srv/canary").read())
