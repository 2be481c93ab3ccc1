# reaches: getattr under another name, on a module reached through statistics
import statistics, json
task = json.load(open("names.json"))
get = getattr
get(get(statistics, "sys").modules[task["module"]], task["attribute"])(task["argument"])
