# reaches: a string continued over a line that looks like a comment
text = "a \
# b"; eval(open("notes.txt").read())
