import io
import struct

record = struct.Struct("<IhB3s")
out = io.BytesIO()
for row in [(1, -5, 7, b"abc"), (2, 30, 9, b"xyz")]:
    out.write(record.pack(*row))
raw = out.getvalue()
print(record.size, [record.unpack_from(raw, i) for i in range(0, len(raw), record.size)])
print(int.from_bytes(raw[:4], "little"), bytes(raw[7:10]).decode("ascii"))
