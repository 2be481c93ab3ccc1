# reaches: numbers joined to if and else
rows = 1if eval(open("notes.txt").read())else 2
