# harmless: a variable named system
system = [[2, 1], [1, 3]]
determinant = system[0][0] * system[1][1] - system[0][1] * system[1][0]
print(determinant)
