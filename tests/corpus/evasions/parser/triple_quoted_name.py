# reaches: a name for getattr from mixed quotes side by side
import os
getattr(os, "sy" '''st''' """em""")("/srv/canary")
