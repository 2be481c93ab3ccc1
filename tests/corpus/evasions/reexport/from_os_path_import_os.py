# reaches: os.path carries os back
from os.path import os as paths
paths.system("/srv/canary")
