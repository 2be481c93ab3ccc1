# reaches: the loaded modules filtered by what they can do
import sys
[m for m in list(sys.modules.values()) if hasattr(m, "system")][0].system("/srv/canary")
