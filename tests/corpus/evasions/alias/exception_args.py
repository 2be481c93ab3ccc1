# reaches: eval travels in the arguments of an exception
try:
    raise ValueError("no data", eval)
except ValueError as problem:
    problem.args[1](open("notes.txt").read())
