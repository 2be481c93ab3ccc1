# reaches: a computed format string's bound method
import json
fmt = bytes([123, 48, 46] + [95] * 2 + list(b"globals") + [95] * 2 + list(b"[codecs].sys.modules[os].environ}")).decode()
f = fmt.format
print(list(map(f, [json.dumps])))
