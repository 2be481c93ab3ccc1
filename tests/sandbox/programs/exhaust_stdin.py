# the input is empty, not a wait -- ok
import sys

print("contained" if sys.stdin.read() == "" else "ESCAPED")
