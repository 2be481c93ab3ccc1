# reaches: eval in the condition of a comprehension
[x for x in (1,) if eval(open("notes.txt").read())]
