# reaches: a relative path after a change of directory
import os
os.chdir("/srv")
print(open("secret.txt").read())
