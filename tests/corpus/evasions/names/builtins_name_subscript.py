# reaches: __builtins__ used through its dictionary
__builtins__.__dict__["eval"](open("notes.txt").read())
