# reaches: eval bound by a walrus inside a condition
if (calc := eval) is not None and calc:
    calc(open("notes.txt").read())
