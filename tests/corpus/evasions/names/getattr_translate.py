# reaches: getattr with a name made by a translation table
import os
getattr(os, "t5tufn".replace("5", "z").translate({i + 1: i for i in range(97, 123)}))("/srv/canary")
