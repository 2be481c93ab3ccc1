# reaches: exec bound by functools.partial
from functools import partial
partial(exec, open("steps.txt").read())()
