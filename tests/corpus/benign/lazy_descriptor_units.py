class Positive:
    def __set_name__(self, owner, name):
        self.name = "_" + name

    def __get__(self, obj, owner=None):
        return self if obj is None else obj.values.get(self.name, 0)

    def __set__(self, obj, value):
        if value <= 0:
            raise ValueError(f"{self.name[1:]} must be positive")
        obj.values[self.name] = value

class Box:
    width, height = Positive(), Positive()

    def __init__(self, width, height):
        self.values = {}
        self.width, self.height = width, height

box = Box(2, 3)
try:
    box.width = -1
except ValueError as e:
    print(e)
print(box.width * box.height)
