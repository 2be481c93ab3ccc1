# reaches: setattr puts a generator's position outside its memory
import numpy as np
g = np.random.MT19937(1)
s = g.state
s["state"]["pos"] = -10 ** 9
setattr(g, "state", s)
print(np.random.Generator(g).integers(0, 9))
