# reaches: json's object hook builds objects by name
import json
def build(fields):
    return getattr(__import__(fields["module"]), fields["attribute"])(fields["argument"]) if "module" in fields else fields
json.load(open("names.json"), object_hook=build)
