# reaches: eval in the subscript of a del statement
rows = {None: 1}
del rows[eval(open("notes.txt").read())]
