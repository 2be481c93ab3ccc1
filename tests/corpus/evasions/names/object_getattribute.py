# reaches: object.__getattribute__ instead of getattr
import os
object.__getattribute__(os, "sys" "tem")("/srv/canary")
