# reaches: os.putenv
import os
os.putenv("BASH_ENV", "/srv/drop/x")
