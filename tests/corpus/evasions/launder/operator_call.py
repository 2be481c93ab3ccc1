# reaches: operator.call applies eval
import operator
operator.call(eval, open("notes.txt").read())
