# harmless: a class of the program's own has a method named system
class Planet:
    def __init__(self, name):
        self.name = name
    def system(self):
        return self.name + " system"
print(Planet("solar").system())
