# reaches: importlib.import_module with a name from a file
import importlib, json
importlib.import_module(json.load(open("names.json"))["module"]).system("/srv/canary")
