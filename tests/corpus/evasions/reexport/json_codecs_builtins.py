# reaches: json to codecs to builtins
import json
json.codecs.builtins.eval(open("notes.txt").read())
