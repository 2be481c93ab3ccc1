# reaches: eval is the value of an 'or'
(None or False or eval)(open("notes.txt").read())
