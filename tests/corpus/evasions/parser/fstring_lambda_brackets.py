# reaches: a lambda in brackets inside a field
f"{(lambda f=eval: f(open('notes.txt').read()))()}"
