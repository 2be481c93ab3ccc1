# reaches: the working directory is changed
import os
os.chdir("/srv")
