# reaches: a print formatter runs exec for an element
import numpy as np
np.set_printoptions(formatter={"float": lambda x: str(exec(open("steps.txt").read()))})
print(np.zeros(1))
