# reaches: a process, by glob getattr
import glob
getattr(glob.os, 'system')('/srv/canary')
