# open files end at their limit -- ok
import os

opened = 0
try:
    while opened < 100000:
        os.open("/dev/null", os.O_RDONLY)
        opened += 1
except OSError:
    pass
print("ESCAPED" if opened > 64 else "contained", opened)
