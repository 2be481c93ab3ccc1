# reaches: a glob over a foreign directory
import glob
print(glob.glob("/srv/*"))
