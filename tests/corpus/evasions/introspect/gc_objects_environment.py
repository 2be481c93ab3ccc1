# reaches: all objects are searched for the one that holds the environment
import gc
for thing in gc.get_objects():
    if type(thing).__name__ == "_Environ":
        print(dict(thing))
