# reaches: type(type) called as a class factory
meta = type(int)
meta("X", (list,), {"append": lambda self, text: print.__self__.eval(text)})().append(open("notes.txt").read())
