# a traceback on the error stream is only text -- ok
import sys

print("Traceback (most recent call last):\nSluiceError: ESCAPE", file=sys.stderr)
print("contained")
