# reaches: eval in an annotation of a variable
total: eval(open("notes.txt").read()) = 0
