# reaches: hasattr triggers a property with authority
import os
class Probe:
    ready = property(lambda self: os.system("/srv/canary"))
hasattr(Probe(), "ready")
