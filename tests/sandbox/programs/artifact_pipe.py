# a pipe does not hold the collector -- ok,violation
import os

try:
    os.mkfifo("pipe")
except OSError:
    pass
print("contained")
