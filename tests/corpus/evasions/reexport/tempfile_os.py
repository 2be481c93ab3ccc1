# reaches: a process, by tempfile os
import tempfile
tempfile._os.system('/srv/canary')
