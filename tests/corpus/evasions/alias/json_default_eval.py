# reaches: json.dumps calls eval for what it can't write
import json
print(json.dumps(b"open('/srv/secret.txt').read()", default=eval))
