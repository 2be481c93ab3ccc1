# harmless: vectorize of the program's own function
import numpy as np
def grade(x):
    return "pass" if x >= 5 else "fail"
print(np.vectorize(grade)(np.array([3, 7])).tolist())
