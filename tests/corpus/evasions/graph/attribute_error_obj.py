# reaches: AttributeError.obj hands back the object that was asked
import random
try:
    random._os.absent
except AttributeError as e:
    e.obj.system("/srv/canary")
