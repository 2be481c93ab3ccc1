# no terminal can be made -- ok,error
import os

try:
    os.openpty()
    print("ESCAPED")
except OSError:
    print("contained")
