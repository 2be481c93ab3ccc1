# reaches: a name stored in an integer
import os
getattr(os, (126965465245037).to_bytes(6, "big").decode())("/srv/canary")
