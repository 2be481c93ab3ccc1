# reaches: map applies getattr to pairs from a file
import json, random
task = json.load(open("names.json"))
(run,) = map(getattr, [random._os], [task["attribute"]])
run(task["argument"])
