class Positive:
    def __set_name__(self, owner, name):
        self.name = "_" + name
    def __get__(self, obj, objtype=None):
        if obj is None:
            return self
        return obj.__dict__[self.name]
    def __set__(self, obj, value):
        if value <= 0:
            raise ValueError(f"{self.name[1:]} must be positive")
        obj.__dict__[self.name] = value

class Box:
    width = Positive()
    height = Positive()
    def __init__(self, width, height):
        self.width, self.height = width, height
    def area(self):
        return self.width * self.height

print(Box(2, 3).area())
try:
    Box(-1, 2)
except ValueError as e:
    print("error:", e)
