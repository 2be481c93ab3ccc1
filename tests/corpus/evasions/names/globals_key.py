# reaches: globals read with a computed key
space = globals()["__buil" + "tins__"]
space.eval(open("notes.txt").read())
