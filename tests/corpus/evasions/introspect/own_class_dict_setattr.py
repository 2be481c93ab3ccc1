# reaches: computed special attributes through an object's own __dict__
import re
import numpy as np
u = chr(95) * 2
class A:
    def __init__(self):
        self.__dict__.update({u + "array_interface" + u: {"data": (id(len), True), "shape": (1 << 17,), "typestr": "|u1", "version": 3}})
print(re.findall(rb"t[0-9a-f]{24}", np.array(A()).tobytes()))
