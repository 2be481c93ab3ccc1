# reaches: json.decoder to re to enum to builtins
from json.decoder import scanner
scanner.re.enum.bltns.eval(open("notes.txt").read())
