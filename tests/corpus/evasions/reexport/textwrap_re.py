# reaches: textwrap to re to enum to builtins
import textwrap as tw
tw.re.enum.bltns.eval(open("notes.txt").read())
