# reaches: csv to re to enum to builtins
from csv import re as patterns
patterns.enum.bltns.exec(open("steps.txt").read())
