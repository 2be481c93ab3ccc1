# reaches: a dunder attribute with one fullwidth letter
print.__ｓelf__.eval(open("notes.txt").read())
