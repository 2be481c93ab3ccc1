# reaches: json calls exec through object_pairs_hook
import json
json.loads(json.dumps({"do": open("steps.txt").read()}), object_pairs_hook=lambda pairs, f=exec: f(pairs[0][1]))
