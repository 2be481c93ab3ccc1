# reaches: operator.itemgetter picks from a namespace
from operator import itemgetter
itemgetter("".join(["e", "v", "a", "l"]))(vars(__builtins__))(open("notes.txt").read())
