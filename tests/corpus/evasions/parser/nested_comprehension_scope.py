# reaches: a nested comprehension calls eval in its innermost condition
[0 for a in (1,) for b in (2,) if [c for c in (3,) if eval(open("notes.txt").read())]]
