# reaches: functools.cached_property computes with exec
from functools import cached_property
class Report:
    total = cached_property(lambda self: exec(open("steps.txt").read()))
Report().total
