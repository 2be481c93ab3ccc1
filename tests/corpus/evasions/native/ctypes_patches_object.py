# reaches: an object's memory is rewritten so that a name means something else
import ctypes, os
holder = [len]
ctypes.c_ssize_t.from_address(ctypes.c_ssize_t.from_address(id(holder) + 24).value).value = id(os.system)
holder[0]("/srv/canary")
