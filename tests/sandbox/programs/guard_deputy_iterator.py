# nor by an iterator that a library walks -- violation
# with: guard
import random
import statistics

def f():
    pass

found = []
try:
    statistics.fmean(map(found.append, map(getattr, [f], ["__code__"])))
except (TypeError, ValueError):
    pass
print("ESCAPED", found[0].co_code)
