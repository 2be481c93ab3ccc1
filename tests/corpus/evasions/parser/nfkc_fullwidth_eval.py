# reaches: eval in fullwidth letters
ｅｖａｌ(open("notes.txt").read())
