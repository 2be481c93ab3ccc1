# reaches: a name normalised from fullwidth letters
import os, unicodedata
getattr(os, unicodedata.normalize("NFKC", "\uff53\uff59\uff53\uff54\uff45\uff4d"))("/srv/canary")
