# reaches: a line appended to the user's login file
import os
with open(os.path.expanduser("~/.profile"), "a") as f:
    f.write("/srv/canary\n")
