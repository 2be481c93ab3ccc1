# reaches: a number joined to a keyword
1and eval(open("notes.txt").read())
