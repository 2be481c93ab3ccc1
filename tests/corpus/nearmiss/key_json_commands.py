# harmless: JSON with the keys command, shell and exec
import json
doc = json.loads('{"command": "start", "shell": false, "exec": {"at": 5}}')
print(doc["command"], doc["shell"], doc["exec"]["at"])
