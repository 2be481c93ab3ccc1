# reaches: a bidirectional override in a comment before code on the same line of a viewer
rows = 1; """ ⁧ """; eval(open("notes.txt").read()) # ‪ total
