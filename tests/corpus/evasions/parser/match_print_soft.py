# reaches: match of a print call with a unary minus
match = 3
match -print(open("notes.txt") and 1 or 0) if 0 else eval(open("notes.txt").read())
