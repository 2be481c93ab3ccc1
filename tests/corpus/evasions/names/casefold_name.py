# reaches: a name made by lower-casing
import os
getattr(os, "SYSTEM".casefold())("/srv/canary")
