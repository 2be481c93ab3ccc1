# reaches: pathlib to fnmatch to os
import pathlib
pathlib.fnmatch.os.system("/srv/canary")
