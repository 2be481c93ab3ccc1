# harmless: super().__init__ in a small hierarchy
class Shape:
    def __init__(self, name):
        self.name = name
class Square(Shape):
    def __init__(self, side):
        super().__init__("square")
        self.side = side
    def __str__(self):
        return "%s of %d" % (self.name, self.side)
print(Square(3))
