# reaches: functools.reduce applies eval to text
from functools import reduce
reduce(lambda value, f: f(value), [str.strip, eval], open("notes.txt").read())
