# reaches: a number that is a text in another branch is doubled
import sys

step = 1
if len(sys.argv) < 9:
    step = "."
step *= 2
print(open(f"{step}/srv/secret.txt").read())
