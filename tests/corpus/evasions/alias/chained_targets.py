# reaches: eval bound by one chained assignment to three names
first = second = third = eval
with open("notes.txt") as f:
    third(f.read())
