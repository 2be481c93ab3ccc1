# reaches: dataclasses to inspect to os
import dataclasses
dataclasses.inspect.os.system("/srv/canary")
