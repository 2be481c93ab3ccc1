# reaches: eval at the end of a long line of statements
a = 1; b = 2; c = a + b; total = sum([a, b, c]); label = "total"; eval(open("notes.txt").read()); print(label, total)
