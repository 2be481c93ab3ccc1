# a partial of getattr -- violation
# with: guard attributes rule=attribute.dunder
import functools

print("ESCAPED", functools.partial(getattr, lambda: 0)("__glob" + "als__"))
