# reaches: getattr with an f-string name
import os
part = "yst"
getattr(os, f"s{part}em")("/srv/canary")
