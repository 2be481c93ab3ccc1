# reaches: contextlib.closing calls a method named close
from contextlib import closing
from types import SimpleNamespace
with closing(SimpleNamespace(close=lambda: exec(open("steps.txt").read()))):
    pass
