# reaches: a result named like a module of the library
with open("random.py", "w") as f:
    f.write("x = 1")
