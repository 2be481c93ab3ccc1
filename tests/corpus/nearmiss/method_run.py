# harmless: a class of the program's own has a method named run
class Simulation:
    def __init__(self, rate):
        self.rate = rate
    def run(self, steps):
        level = 100.0
        for _ in range(steps):
            level *= 1 + self.rate
        return level
print(round(Simulation(0.05).run(3), 2))
