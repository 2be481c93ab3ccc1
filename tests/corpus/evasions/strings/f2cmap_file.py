# reaches: numpy.f2py evaluates a map file
from numpy.f2py import capi_maps
capi_maps.load_f2cmap_file("notes.txt")
