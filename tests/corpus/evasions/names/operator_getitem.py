# reaches: operator.getitem on a module's dictionary
import operator
operator.getitem(__builtins__.__dict__, "eval")(open("notes.txt").read())
