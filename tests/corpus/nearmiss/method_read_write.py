# harmless: a buffer of the program's own has methods named read and write
class Tape:
    def __init__(self):
        self.cells = []
    def write(self, symbol):
        self.cells.append(symbol)
        return len(self.cells)
    def read(self, place):
        return self.cells[place]
t = Tape()
t.write("1")
t.write("0")
print(t.read(0) + t.read(1))
