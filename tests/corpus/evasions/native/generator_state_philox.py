# reaches: a generator's position lies outside its memory (Philox)
import numpy as np
g = np.random.Philox(1)
s = g.state
s['buffer_pos'] = -10 ** 9
g.state = s
print(np.random.Generator(g).integers(0, 1 << 62))
