# reaches: a bytes literal with \u as an argument, with eval as the next one
def f(*a): return a[1](open("notes.txt").read())
f(b"\u", eval) #")
