# reaches: getattr with a name cut from standard input
import os
line = input()
getattr(os, line[1:1] + "po" + line[line.index("pen") : line.index("pen") + 3])("/srv/canary").read()
