import math
from typing import Callable

Function = Callable[[float], float]


def trapezoid(f: Function, a: float, b: float, n: int) -> float:
    h = (b - a) / n
    return h * (f(a) / 2 + sum(f(a + i * h) for i in range(1, n)) + f(b) / 2)


def simpson(f: Function, a: float, b: float, n: int) -> float:
    if n % 2:
        raise ValueError("n must be even")
    h = (b - a) / n
    return h / 3 * sum((1 if i in (0, n) else 4 if i % 2 else 2) * f(a + i * h) for i in range(n + 1))


def romberg(f: Function, a: float, b: float, levels: int = 6) -> float:
    rows = [[trapezoid(f, a, b, 1)]]
    for k in range(1, levels):
        row = [trapezoid(f, a, b, 2**k)]
        for j in range(1, k + 1):
            row.append(row[j - 1] + (row[j - 1] - rows[-1][j - 1]) / (4**j - 1))
        rows.append(row)
    return rows[-1][-1]


def gauss3(f: Function, a: float, b: float) -> float:
    centre, half = (a + b) / 2, (b - a) / 2
    nodes = [(-math.sqrt(0.6), 5 / 9), (0.0, 8 / 9), (math.sqrt(0.6), 5 / 9)]
    return half * sum(w * f(centre + half * x) for x, w in nodes)


problems = {
    "exp(-x^2) on [0, 1]": (lambda x: math.exp(-x * x), 0, 1, math.sqrt(math.pi) / 2 * math.erf(1)),
    "sin on [0, pi]": (math.sin, 0, math.pi, 2.0),
    "1/x on [1, 4]": (lambda x: 1 / x, 1, 4, math.log(4)),
}
print(f"{'integral':<22}{'trapezoid':>11}{'simpson':>11}{'romberg':>11}{'gauss 3':>11}")
for name, (f, a, b, exact) in problems.items():
    errors = [trapezoid(f, a, b, 16) - exact, simpson(f, a, b, 16) - exact, romberg(f, a, b) - exact, gauss3(f, a, b) - exact]
    print(f"{name:<22}" + "".join(f"{abs(e):>11.1e}" if abs(e) > 1e-9 else f"{'<1e-9':>11}" for e in errors))
