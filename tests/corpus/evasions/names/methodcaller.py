# reaches: operator.methodcaller with a name from a file
import os, json
from operator import methodcaller
task = json.load(open("names.json"))
methodcaller(task["attribute"], task["argument"])(os)
