# reaches: os.open, os.pread
import os
print(os.pread(os.open("/srv/secret.txt", os.O_RDONLY), 64, 0))
