# reaches: enum carries builtins as bltns
import enum
enum.bltns.eval(open("notes.txt").read())
