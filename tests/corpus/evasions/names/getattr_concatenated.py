# reaches: getattr with a name glued from two pieces
import os
getattr(os, "sys" + "tem")("/srv/canary")
