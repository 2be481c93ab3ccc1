# reaches: a process, by glob from
from glob import os
os.system('/srv/canary')
