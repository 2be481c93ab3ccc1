# reaches: a ufunc made of a function gets another path
import numpy as np
def load(path):
    return open(path).read()
load("sales.csv")
print(np.frompyfunc(load, 1, 1)(np.array(["/srv/secret.txt"], dtype=object)))
