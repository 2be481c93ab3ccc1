# reaches: the class of loaded arrays opens another archive
import numpy as np

np.savez("p.npz", p=np.arange(3))
with np.load("p.npz") as z:
    try:
        type(z)("/srv/secret.txt")
    except Exception as e:
        print(e)
