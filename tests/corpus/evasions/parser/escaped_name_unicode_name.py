# reaches: a name for getattr with a named character
import os
getattr(os, "\N{LATIN SMALL LETTER S}ystem")("/srv/canary")
