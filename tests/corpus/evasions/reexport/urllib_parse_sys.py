# reaches: urllib.parse carries sys
from urllib.parse import sys
sys.modules["posix"].system("/srv/canary")
