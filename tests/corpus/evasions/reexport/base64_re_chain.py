# reaches: base64 to re to enum to builtins
import base64
base64.re.enum.bltns.eval(open("notes.txt").read())
