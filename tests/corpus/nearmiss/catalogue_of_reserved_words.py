# harmless: a document with keys named for the interpreter, compared and counted
import json

WORDS = json.loads("""{"system": "Sol", "globals": {"__builtins__": null, "__import__": "imports"}, "exec": 3}""")
print("{system} has {exec} executive stars".format(**WORDS), "__builtins__" in WORDS["globals"])
print([word for word in WORDS["globals"] if word != "__import__"])
