# reaches: a hole that may be a dot, and a dot behind it
import json

name = str(json.loads('"."')).replace("/", "")
print(open(f"{name}./srv/secret.txt").read())
