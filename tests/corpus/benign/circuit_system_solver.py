"""Nodal analysis of a resistor ladder; also shows a class called System."""
import numpy as np


class System:
    def __init__(self, nodes):
        self.index = {name: i for i, name in enumerate(nodes)}
        n = len(nodes)
        self.G = np.zeros((n, n))
        self.I = np.zeros(n)

    def resistor(self, a, b, ohms):
        g = 1.0 / ohms
        for x, y in ((a, b), (b, a)):
            if x in self.index:
                self.G[self.index[x], self.index[x]] += g
                if y in self.index:
                    self.G[self.index[x], self.index[y]] -= g
        return self

    def source(self, node, amps):
        self.I[self.index[node]] += amps
        return self

    def solve(self):
        volts = np.linalg.solve(self.G, self.I)
        return {name: float(volts[i]) for name, i in self.index.items()}


system = System(["n1", "n2", "n3"])
system.resistor("n1", "n2", 100).resistor("n2", "n3", 220).resistor("n3", "gnd", 330)
system.resistor("n1", "gnd", 470).resistor("n2", "gnd", 1000)
system.source("n1", 0.05)

for name, volts in system.solve().items():
    print(f"{name}: {volts:7.3f} V")
print("symmetric:", bool(np.array_equal(system.G, system.G.T)), "positive definite:", bool((np.linalg.eigvalsh(system.G) > 0).all()))
