# reaches: the environment through a library function's globals
import glob
print(glob.glob.__globals__["os"].environ)
