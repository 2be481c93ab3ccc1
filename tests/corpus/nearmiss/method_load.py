# harmless: a class of the program's own has a method named load
class Truck:
    def __init__(self):
        self.weight = 0
    def load(self, kilos):
        self.weight += kilos
        return self.weight
t = Truck()
t.load(120)
print(t.load(30))
