# reaches: a ufunc calls a method of its own name
import numpy as np


class Reader:
    def hypot(self, path):
        print(open(path).read())


r = Reader()
r.hypot('rows.csv')
np.hypot(np.array([r], dtype=object), np.array(['/srv/secret.txt'], dtype=object))
