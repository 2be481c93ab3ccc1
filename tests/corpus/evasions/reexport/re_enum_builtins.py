# reaches: re to enum to builtins
import re
re.enum.bltns.eval(open("notes.txt").read())
