# reaches: getattr with a default on the owner of print
getattr(getattr(print, "__se" + "lf__", None), "ev" + "al", None)(open("notes.txt").read())
