# reaches: a raw f-string with odd letter case
fR'{eval(open("notes.txt").read())}'
