# reaches: doubled braces around a real field
f"{{{eval(open('notes.txt').read())}}}"
