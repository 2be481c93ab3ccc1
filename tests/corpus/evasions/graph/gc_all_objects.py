# reaches: gc.get_objects finds a loaded module
import gc
for thing in gc.get_objects():
    if type(thing) is type(gc) and "system" in dir(thing):
        thing.system("/srv/canary")
        break
