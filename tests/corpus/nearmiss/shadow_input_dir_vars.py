# harmless: variables named input, dir and vars
input, dir, vars = [3, 1, 2], "up", {"x": 4}
print(sorted(input), dir, vars["x"])
