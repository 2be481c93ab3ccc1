# reaches: a method of the program's own class is called with a Path as self and reads its flavour
from pathlib import PurePath
class Pen:
    def __init__(self):
        self._flavour = "round"
        self.pathmod = 1
    def point(self):
        return self._flavour.pathmod
print(Pen.point(PurePath("x")).os.environ)
