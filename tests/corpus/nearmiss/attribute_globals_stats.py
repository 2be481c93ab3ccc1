# harmless: an attribute named globals_ on an object of the program
class World:
    def __init__(self):
        self.globals_ = {"population": 8}
        self.builtin = 3
w = World()
print(w.globals_["population"] + w.builtin)
