# harmless: a graph of the program's own has methods named connect and send
class Graph:
    def __init__(self):
        self.edges = {}
    def connect(self, a, b):
        self.edges.setdefault(a, []).append(b)
    def send(self, a):
        return sorted(self.edges.get(a, []))
g = Graph()
g.connect("a", "c")
g.connect("a", "b")
print(g.send("a"))
