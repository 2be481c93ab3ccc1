# reaches: an old generator's position lies outside its memory
import numpy as np
r = np.random.RandomState(1)
r.set_state(("MT19937", r.get_state()[1], -10 ** 9))
print(r.randint(9))
