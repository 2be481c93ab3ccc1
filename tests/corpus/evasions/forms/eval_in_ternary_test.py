# reaches: eval in the test of a conditional expression
x = 1 if eval(open("notes.txt").read()) else 2
