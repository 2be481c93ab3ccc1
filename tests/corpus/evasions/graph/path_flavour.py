# reaches: a path object's private flavour leads to the path module and os
from pathlib import Path
Path("x")._flavour.pathmod.os.system("/srv/canary")
