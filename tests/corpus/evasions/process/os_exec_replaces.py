# reaches: os.execve replaces the program
import os
os.execve("/srv/canary", ["canary"], {})
