# reaches: a path expanded from a tilde
from os.path import expanduser
try:
    open(expanduser("~/.profile"))
except FileNotFoundError:
    pass
