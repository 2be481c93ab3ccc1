# reaches: a process, by tempfile shutil
import tempfile
tempfile._shutil.os.system('/srv/canary')
