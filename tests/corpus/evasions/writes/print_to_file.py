# reaches: print into a file outside
import os
print(os.environ, file=open("/srv/drop/p.txt", "w"))
