# both streams share the limit -- output_limit
import sys

while True:
    print("x" * 100)
    print("x" * 100, file=sys.stderr)
