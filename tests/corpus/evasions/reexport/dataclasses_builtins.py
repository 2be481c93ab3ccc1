# reaches: dataclasses carries builtins
from dataclasses import builtins
builtins.eval(open("notes.txt").read())
