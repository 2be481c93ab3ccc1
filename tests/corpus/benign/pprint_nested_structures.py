from pprint import pformat, pprint
import json
import copy

with open("settings.json") as f:
    settings = json.load(f)

pprint(settings, width=50, sort_dicts=True)
shallow = copy.copy(settings)
deep = copy.deepcopy(settings)
settings["features"]["beta"]["ratio"] = 0.9
settings["limits"].append(1000)
print(shallow["features"]["beta"]["ratio"], deep["features"]["beta"]["ratio"], len(shallow["limits"]), len(deep["limits"]))
print(pformat({"levels": [[i, [i * 2, [i * 3]]] for i in range(3)]}, depth=3, compact=True))
print(json.dumps(deep, sort_keys=True, separators=(",", ":")))
