# reaches: getattr with a name that stands in an input file
import os, json
getattr(os, json.load(open("names.json"))["attribute"])("/srv/canary")
