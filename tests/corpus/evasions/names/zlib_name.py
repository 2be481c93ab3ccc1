# reaches: names decompressed from bytes
import zlib
text = zlib.decompress(bytes.fromhex("789ccb2fb62aae2c2e49cd0500128c03c2")).decode()
import pkgutil
pkgutil.resolve_name(text)("/srv/canary")
