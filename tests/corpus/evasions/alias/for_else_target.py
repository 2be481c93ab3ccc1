# reaches: the loop variable survives the loop and is eval
for stage in (min, max, eval):
    continue
else:
    stage(open("notes.txt").read())
