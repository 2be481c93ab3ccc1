# reaches: importing a submodule under an alias of its parent chain
import matplotlib.style.core as look
look.os.system("/srv/canary")
