# reaches: an unparenthesised walrus in a subscript
fs = {eval: 1}
fs[f := eval]
f(open("notes.txt").read())
