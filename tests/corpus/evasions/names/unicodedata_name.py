# reaches: a name spelt by Unicode character names
import os, unicodedata
getattr(os, "".join(unicodedata.lookup("LATIN SMALL LETTER " + c) for c in "SYSTEM"))("/srv/canary")
