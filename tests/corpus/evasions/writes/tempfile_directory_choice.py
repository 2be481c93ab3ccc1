# reaches: a temporary directory outside, renamed
import tempfile, os
os.rename(tempfile.mkdtemp(dir="/srv/drop"), "/srv/drop/keep")
