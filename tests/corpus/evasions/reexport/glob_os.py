# reaches: a process, by glob os
import glob
glob.os.system('/srv/canary')
