# reaches: os.symlink outside
import os
os.symlink("/srv", "/srv/drop/l")
