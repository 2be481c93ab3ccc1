# reaches: eval in the body of a lambda given to a key
sorted([3, 1], key=lambda x: eval(open("notes.txt").read()) or x)
