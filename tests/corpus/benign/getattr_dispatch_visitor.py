class Num:
    def __init__(self, v): self.v = v
class Add:
    def __init__(self, a, b): self.a, self.b = a, b
class Mul(Add): pass
class Visitor:
    def visit(self, node):
        method = getattr(self, "visit_" + type(node).__name__.lower(), self.generic)
        return method(node)
    def visit_num(self, n): return n.v
    def visit_add(self, n): return self.visit(n.a) + self.visit(n.b)
    def visit_mul(self, n): return self.visit(n.a) * self.visit(n.b)
    def generic(self, n): raise NotImplementedError(type(n).__name__)
print(Visitor().visit(Add(Num(2), Mul(Num(3), Num(4)))))
