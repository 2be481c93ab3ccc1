# reaches: type(lambda) used as the function constructor
make = type(lambda: 0)
make(compile(open("notes.txt").read(), "n", "eval"), {})()
