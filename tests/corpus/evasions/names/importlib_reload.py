# reaches: importlib.reload returns the module it was given by path
import importlib, glob
importlib.reload(glob.os).system("/srv/canary")
