# reaches: the wildcard name is a variable outside patterns
_ = eval
_(open("notes.txt").read())
