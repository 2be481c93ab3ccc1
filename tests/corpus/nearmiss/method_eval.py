# harmless: a polynomial of the program's own has a method named eval
class Polynomial:
    def __init__(self, *coefficients):
        self.coefficients = coefficients
    def eval(self, x):
        total = 0
        for c in self.coefficients:
            total = total * x + c
        return total
print(Polynomial(1, 0, -2).eval(3))
