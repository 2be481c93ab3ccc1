import cmath
import math


def bisection(f, a, b, tol=1e-10):
    fa, steps = f(a), 0
    if fa * f(b) > 0:
        raise ValueError("no sign change")
    while b - a > tol:
        steps += 1
        m = (a + b) / 2
        if fa * f(m) <= 0:
            b = m
        else:
            a, fa = m, f(m)
    return (a + b) / 2, steps


def secant(f, x0, x1, tol=1e-10, limit=50):
    for steps in range(1, limit):
        f0, f1 = f(x0), f(x1)
        x0, x1 = x1, x1 - f1 * (x1 - x0) / (f1 - f0)
        if abs(x1 - x0) < tol:
            return x1, steps
    raise ArithmeticError("secant did not converge")


def quadratic(a, b, c):
    root = cmath.sqrt(b * b - 4 * a * c)
    return (-b + root) / (2 * a), (-b - root) / (2 * a)


functions = {"x^3 - 2x - 5": lambda x: x**3 - 2 * x - 5, "cos x - x": lambda x: math.cos(x) - x, "x e^x - 2": lambda x: x * math.exp(x) - 2}
for name, f in functions.items():
    r1, n1 = bisection(f, 0, 3)
    r2, n2 = secant(f, 0.5, 2.5)
    print(f"{name:<14} {r1:.8f} ({n1} steps)  {r2:.8f} ({n2} steps)")
for z in quadratic(1, 2, 5):
    print(f"{z:.3f} |z|={abs(z):.3f} phase={math.degrees(cmath.phase(z)):.1f}°")
try:
    bisection(lambda x: x * x + 1, -1, 1)
except ValueError as e:
    print("bisection:", e)
