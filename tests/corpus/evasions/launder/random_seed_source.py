# reaches: random.Random's own source of bits runs exec
import random
class Dice(random.Random):
    def random(self):
        exec(open("steps.txt").read())
        return 0.5
Dice().uniform(1, 2)
