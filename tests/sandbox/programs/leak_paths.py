# no path of the host stands in the interpreter -- ok
import sys

text = repr((sys.path, sys.prefix, sys.executable, sys.argv, sys.orig_argv, sys.flags, sys.platlibdir))
bad = [part for part in ("/root", "/home", "/work", "/build", "dist-packages") if part in text]
print("ESCAPED" if bad else "contained", bad)
