# reaches: a raw string with a backslash before its quote
path = r"\""; eval(open("notes.txt").read()) #"
