# reaches: map calls eval when the sum asks for items
lines = [open("notes.txt").read()]
print(len(list(map(eval, lines))))
