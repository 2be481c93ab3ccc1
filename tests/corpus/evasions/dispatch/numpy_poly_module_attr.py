# reaches: a submodule reached by getattr from a name list
import numpy as np
part = np
for name in "lib npyio os".split():
    part = getattr(part, name)
part.system("/srv/canary")
