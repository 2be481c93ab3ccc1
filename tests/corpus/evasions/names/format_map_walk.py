# reaches: format_map walks to the environment
import contextlib
print("{lib.os.environ}".format_map({"lib": contextlib}))
