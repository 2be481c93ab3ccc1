# reaches: exec of a code object with a closure argument
def outer(tool):
    def inner():
        tool("/srv/canary")
    return inner
import os
made = outer(os.system)
exec(made.__code__, {}, closure=made.__closure__)
