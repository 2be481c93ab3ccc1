# reaches: postponed annotations are evaluated by get_type_hints
from __future__ import annotations
import typing
def f(x: print(open("/srv/" + "secret.txt").read())):
    pass
typing.get_type_hints(f)
