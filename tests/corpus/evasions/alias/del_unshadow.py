# reaches: deleting a shadow makes eval visible again
eval = len
del eval
eval(open("notes.txt").read())
