# reaches: a file named like a library module beside the program is imported by the next one
with open("statistics.py", "w") as f:
    f.write(open("notes.txt").read())
