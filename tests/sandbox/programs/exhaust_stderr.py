# a flood of errors ends at the same limit -- output_limit
import sys

while True:
    print("x" * 1000, file=sys.stderr)
