# reaches: __import__ mapped over module names from a file
import json
task = json.load(open("names.json"))
for module in map(__import__, [task["module"]]):
    getattr(module, task["attribute"])(task["argument"])
