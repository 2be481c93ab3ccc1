# an iterator that a library walks -- violation
# with: guard attributes rule=attribute.dunder
import statistics

found = []
try:
    statistics.fmean(map(found.append, map(getattr, [lambda: 0], ["__glob" + "als__"])))
except (TypeError, ValueError):
    pass
print("ESCAPED", found)
