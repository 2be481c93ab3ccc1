# reaches: case and match are plain names
match = [eval]
case = 0
match [case](open("notes.txt").read())
