# reaches: a generator's position lies outside its memory (MT19937)
import numpy as np
g = np.random.MT19937(1)
s = g.state
s['state']['pos'] = -10 ** 9
g.state = s
print(np.random.Generator(g).integers(0, 1 << 62))
