# reaches: a self-documenting field evaluates eval
f"{eval(open('notes.txt').read())=}"
