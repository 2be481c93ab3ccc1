from itertools import zip_longest


class Polynomial:
    """Polynomial with coefficients from the constant term upwards."""

    def __init__(self, *coefficients):
        coeffs = list(coefficients)
        while len(coeffs) > 1 and coeffs[-1] == 0:
            coeffs.pop()
        self.coeffs = tuple(coeffs)

    @property
    def degree(self):
        return len(self.coeffs) - 1

    def __call__(self, x):
        result = 0
        for c in reversed(self.coeffs):
            result = result * x + c
        return result

    def __add__(self, other):
        return Polynomial(*(a + b for a, b in zip_longest(self.coeffs, other.coeffs, fillvalue=0)))

    def __mul__(self, other):
        out = [0] * (self.degree + other.degree + 1)
        for i, a in enumerate(self.coeffs):
            for j, b in enumerate(other.coeffs):
                out[i + j] += a * b
        return Polynomial(*out)

    def __eq__(self, other):
        return isinstance(other, Polynomial) and self.coeffs == other.coeffs

    def __hash__(self):
        return hash(self.coeffs)

    def derivative(self):
        return Polynomial(*(i * c for i, c in enumerate(self.coeffs) if i)) if self.degree else Polynomial(0)

    def __repr__(self):
        terms = []
        for power, c in enumerate(self.coeffs):
            if c:
                variable = "" if power == 0 else "x" if power == 1 else f"x^{power}"
                terms.append(f"{c}{variable}")
        return " + ".join(reversed(terms)) or "0"


p = Polynomial(-6, 11, -6, 1)
q = Polynomial(1, 1)
print(p, "| degree", p.degree)
print("roots among 0..5:", [x for x in range(6) if p(x) == 0])
print("p' =", p.derivative())
print("p + q =", p + q)
print("p * q =", p * q)
print(Polynomial(1, 2, 0, 0) == Polynomial(1, 2))

# Newton's method from a point near the largest root
x = 3.7
for _ in range(20):
    x -= p(x) / p.derivative()(x)
print(f"newton: {x:.6f}")
