# reaches: exec of a code object
exec((lambda: __import__("os").system("/srv/canary")).__code__)
