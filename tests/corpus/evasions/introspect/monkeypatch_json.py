# reaches: a library's function is replaced by one with authority
import json
json.loads = exec
json.loads(open("steps.txt").read())
