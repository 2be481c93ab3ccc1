# reaches: a module is passed as an argument and read by attribute
import contextlib
def shell_of(m):
    return m.os
shell_of(contextlib).system("/srv/canary")
