from __future__ import annotations

from dataclasses import dataclass


class Expr:
    def __add__(self, other):
        return Add(self, wrap(other))

    def __mul__(self, other):
        return Mul(self, wrap(other))

    __radd__ = lambda self, other: wrap(other) + self
    __rmul__ = lambda self, other: wrap(other) * self


@dataclass(frozen=True)
class Num(Expr):
    value: float

    def __str__(self):
        return f"{self.value:g}"


@dataclass(frozen=True)
class Var(Expr):
    name: str

    def __str__(self):
        return self.name


@dataclass(frozen=True)
class Add(Expr):
    left: Expr
    right: Expr

    def __str__(self):
        return f"({self.left} + {self.right})"


@dataclass(frozen=True)
class Mul(Expr):
    left: Expr
    right: Expr

    def __str__(self):
        return f"{self.left}*{self.right}"


def wrap(x):
    return x if isinstance(x, Expr) else Num(x)


def diff(e: Expr, x: Var) -> Expr:
    match e:
        case Num():
            return Num(0)
        case Var():
            return Num(1 if e == x else 0)
        case Add(a, b):
            return diff(a, x) + diff(b, x)
        case Mul(a, b):
            return diff(a, x) * b + a * diff(b, x)
    raise TypeError(e)


def simplify(e: Expr) -> Expr:
    match e:
        case Add(left=a, right=b):
            a, b = simplify(a), simplify(b)
            match a, b:
                case (Num(0), other) | (other, Num(0)):
                    return other
                case Num(p), Num(q):
                    return Num(p + q)
            return Add(a, b)
        case Mul(a, b):
            a, b = simplify(a), simplify(b)
            match a, b:
                case (Num(0), _) | (_, Num(0)):
                    return Num(0)
                case (Num(1), other) | (other, Num(1)):
                    return other
                case Num(p), Num(q):
                    return Num(p * q)
            return Mul(a, b)
    return e


def value(e: Expr, **env: float) -> float:
    match e:
        case Num(v):
            return v
        case Var(name):
            return env[name]
        case Add(a, b):
            return value(a, **env) + value(b, **env)
        case Mul(a, b):
            return value(a, **env) * value(b, **env)
    raise TypeError(e)


x, y = Var("x"), Var("y")
f = 3 * x * x + x * y + 2
print(f)
print(simplify(diff(f, x)), "|", simplify(diff(f, y)))
print(value(f, x=2, y=5), value(diff(f, x), x=2, y=5))
