# reaches: eval is an attribute of a SimpleNamespace
from types import SimpleNamespace
SimpleNamespace(mean=eval).mean(open("notes.txt").read())
