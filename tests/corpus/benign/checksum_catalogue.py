import base64
import hashlib
import zlib

documents = {
    "terms.txt": "All sales are final.\n",
    "copy-of-terms.txt": "All sales are final.\n",
    "privacy.txt": "We keep nothing.\n",
    "empty.txt": "",
}

seen = {}
for name, text in documents.items():
    blob = text.encode("utf-8")
    digest = hashlib.sha256(blob).hexdigest()
    short = base64.b32encode(bytes.fromhex(digest)[:5]).decode("ascii").lower()
    duplicate = seen.setdefault(digest, name)
    note = "" if duplicate == name else f"  (same as {duplicate})"
    print(f"{short}  crc {zlib.crc32(blob):08x}  {len(blob):>3} B  {name}{note}")

print(len(seen), "distinct documents")
