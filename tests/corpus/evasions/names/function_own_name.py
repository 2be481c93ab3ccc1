# reaches: the attribute name is the program's own function's name
import os
def system():
    pass
getattr(os, system.__name__)("/srv/canary")
