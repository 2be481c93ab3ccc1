# reaches: __import__ called under another name
load = __import__
load("os").system("/srv/canary")
