from abc import ABC, abstractmethod
import json
import math


class Expr(ABC):
    @abstractmethod
    def eval(self, **env): ...

    @abstractmethod
    def diff(self, var): ...

    def __add__(self, o): return Add(self, wrap(o))
    def __radd__(self, o): return Add(wrap(o), self)
    def __mul__(self, o): return Mul(self, wrap(o))
    def __rmul__(self, o): return Mul(wrap(o), self)
    def __sub__(self, o): return Add(self, Mul(Const(-1), wrap(o)))
    def __pow__(self, n): return Pow(self, n)
    def __call__(self, **env): return self.eval(**env)

    def accept(self, visitor):
        method = getattr(visitor, "visit_" + type(self).__name__.lower())
        return method(self)


def wrap(x): return x if isinstance(x, Expr) else Const(x)


class Const(Expr):
    def __init__(self, v): self.v = v
    def eval(self, **env): return self.v
    def diff(self, var): return Const(0)
    def __str__(self): return str(self.v)


class Var(Expr):
    def __init__(self, name): self.name = name
    def eval(self, **env): return env[self.name]
    def diff(self, var): return Const(int(var == self.name))
    def __str__(self): return self.name


class Add(Expr):
    def __init__(self, a, b): self.a, self.b = a, b
    def eval(self, **env): return self.a.eval(**env) + self.b.eval(**env)
    def diff(self, var): return self.a.diff(var) + self.b.diff(var)
    def __str__(self): return f"({self.a} + {self.b})"


class Mul(Add):
    def eval(self, **env): return self.a.eval(**env) * self.b.eval(**env)
    def diff(self, var): return self.a.diff(var) * self.b + self.a * self.b.diff(var)
    def __str__(self): return f"{self.a}*{self.b}"


class Pow(Expr):
    def __init__(self, base, n): self.base, self.n = base, n
    def eval(self, **env): return self.base.eval(**env) ** self.n
    def diff(self, var): return self.n * self.base ** (self.n - 1) * self.base.diff(var)
    def __str__(self): return f"{self.base}^{self.n}"


class DepthVisitor:
    def visit_const(self, e): return 1
    visit_var = visit_const
    def visit_add(self, e): return 1 + max(e.a.accept(self), e.b.accept(self))
    visit_mul = visit_add
    def visit_pow(self, e): return 1 + e.base.accept(self)


x, y = Var("x"), Var("y")
f = 3 * x ** 2 + 2 * x * y - 5
print(f, "|", f.eval(x=2, y=1), f(x=0, y=0), f.diff("x").eval(x=2, y=1), f.accept(DepthVisitor()))


class Dual:
    def __init__(self, re, eps=0.0): self.re, self.eps = re, eps
    def __add__(self, o): o = o if isinstance(o, Dual) else Dual(o); return Dual(self.re + o.re, self.eps + o.eps)
    __radd__ = __add__
    def __mul__(self, o): o = o if isinstance(o, Dual) else Dual(o); return Dual(self.re * o.re, self.re * o.eps + self.eps * o.re)
    __rmul__ = __mul__
    def sin(self): return Dual(math.sin(self.re), self.eps * math.cos(self.re))


print((lambda t: t * t * 3 + t.sin())(Dual(1.0, 1.0)).eps, json.dumps([str(f.diff("y"))]))
