# reaches: a hexadecimal number joined to a keyword
rows = [0x0or eval(open("notes.txt").read())]
