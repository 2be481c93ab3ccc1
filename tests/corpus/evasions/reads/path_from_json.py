# reaches: json gives the path
import json
cfg = json.loads('{"file": "\\u002fsrv\\u002fsecret.txt"}')
print(open(cfg["file"]).read())
