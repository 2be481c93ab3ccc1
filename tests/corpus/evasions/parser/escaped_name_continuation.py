# reaches: a name for getattr broken by a line continuation
import os
getattr(os, "sy\
stem")("/srv/canary")
