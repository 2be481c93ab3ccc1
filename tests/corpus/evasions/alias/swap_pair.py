# reaches: eval exchanged with print by a tuple swap
show, work = eval, print
show, work = work, show
work(open("notes.txt").read())
