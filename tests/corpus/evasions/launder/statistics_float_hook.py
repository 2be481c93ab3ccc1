# reaches: math asks an object for its float, which runs exec
import math
class Amount:
    def __float__(self):
        exec(open("steps.txt").read())
        return 1.0
math.sqrt(Amount())
