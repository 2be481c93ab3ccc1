# reaches: a font object opens any file
from matplotlib.ft2font import FT2Font
FT2Font('/srv/secret.txt')
