eval(open("notes.txt").read())
