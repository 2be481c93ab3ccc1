# reaches: numpy.save under another name in a class
import numpy as np


class Store:
    put = staticmethod(np.save)


Store.put("/srv/drop/g.npy", np.arange(3))
