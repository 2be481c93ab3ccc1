# reaches: getattr with a name picked from dir by its shape
import os
(name,) = [n for n in dir(os) if n[:3] == "sys" and n.endswith("em")]
getattr(os, name)("/srv/canary")
