# reaches: __reduce__ of an iterator hands out a builtin
it = iter([1])
it.__reduce__()[0].__self__.eval(open("notes.txt").read())
