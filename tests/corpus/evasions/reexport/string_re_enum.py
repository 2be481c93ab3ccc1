# reaches: string's private re leads to builtins
import string
string._re.enum.bltns.eval(open("notes.txt").read())
