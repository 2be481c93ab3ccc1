# reaches: a builtin's name is cut out of a docstring
b = __builtins__
text = b.__doc__ + str(dir(b))
at = text.index("'eval'")
getattr(b, text[at + 1 : at + 5])(open("notes.txt").read())
