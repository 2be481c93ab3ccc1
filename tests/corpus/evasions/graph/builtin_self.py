# reaches: the __self__ of a builtin function is the builtins module
len.__self__.eval(open("notes.txt").read())
