# reaches: a class pattern takes the object out of an AttributeError
import random
try:
    random._os.absent
except AttributeError as e:
    match e:
        case AttributeError(obj=o):
            o.system("/srv/canary")
