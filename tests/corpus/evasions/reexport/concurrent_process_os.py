# reaches: concurrent.futures.process carries os
from concurrent.futures import process
process.os.system("/srv/canary")
