# reaches: extended attributes of a foreign file
import os
print(os.listxattr("/srv/secret.txt"))
