# reaches: eval called as the item of a literal tuple
(len, eval)[1](open("notes.txt").read())
