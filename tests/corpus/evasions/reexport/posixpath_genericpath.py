# reaches: fnmatch to posixpath to genericpath to os
import fnmatch
fnmatch.posixpath.genericpath.os.system("/srv/canary")
