# reaches: SimpleNamespace filled from a builtins dictionary
from types import SimpleNamespace
kit = SimpleNamespace(**vars(__builtins__))
kit.eval(open("notes.txt").read())
