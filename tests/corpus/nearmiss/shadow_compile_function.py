# harmless: a function of the program's own is named compile
def compile(rows):
    return {name: sum(n for m, n in rows if m == name) for name, _ in rows}
print(compile([("north", 1), ("south", 2), ("north", 3)]))
