# reaches: a name for getattr with a u prefix and odd letter case
import os
getattr(os, U"system")("/srv/canary")
