# reaches: exec chosen among builtins by its name's length
for name in dir(__builtins__):
    if len(name) == 4 and name[0] == "e" and name[2] == "e":
        getattr(__builtins__, name)(open("steps.txt").read())
