# reaches: import of the builtins module under a plain name
import builtins as tools
tools.eval(open("notes.txt").read())
