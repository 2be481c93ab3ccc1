# reaches: the name eval in redundant brackets
((((eval))))((((open("notes.txt").read()))))
