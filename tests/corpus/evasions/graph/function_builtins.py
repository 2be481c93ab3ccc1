# reaches: a function's __builtins__
(lambda: 0).__builtins__["eval"](open("notes.txt").read())
