# reaches: eval in the else block of a loop
while False:
    pass
else:
    eval(open("notes.txt").read())
