# reaches: zoneinfo to its path helper to os
import zoneinfo
zoneinfo._tzpath.os.system("/srv/canary")
