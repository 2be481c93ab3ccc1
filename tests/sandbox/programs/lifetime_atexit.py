# hooks at exit do not run -- ok
import atexit
import os

atexit.register(os.write, 1, b"ESCAPED")
print("contained")
