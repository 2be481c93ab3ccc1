# reaches: eval inside a nested format spec
f"{3.14159:.{eval(open('notes.txt').read()) or 2}f}"
