import binascii
import json
import struct

FRAME = struct.Struct(">HBBhHI")


def checksum(payload: bytes) -> int:
    crc = 0xFFFF
    for byte in payload:
        crc ^= byte
        for _ in range(8):
            crc = (crc >> 1) ^ 0xA001 if crc & 1 else crc >> 1
    return crc


def encode(device, unit, kind, value, scale, time):
    body = FRAME.pack(device, unit, kind, value, scale, time)
    return body + struct.pack("<H", checksum(body))


def decode(frame):
    body, (crc,) = frame[:-2], struct.unpack("<H", frame[-2:])
    if checksum(body) != crc:
        raise ValueError(f"checksum mismatch in {binascii.hexlify(frame).decode()}")
    device, unit, kind, value, scale, time = FRAME.unpack(body)
    return {"device": f"0x{device:04X}", "unit": unit, "kind": kind, "value": value / scale, "time": time}


frames = [encode(0x1A2B, 1, 3, -1250, 100, 1_717_000_000), encode(0x1A2B, 2, 4, 30_000, 1000, 1_717_000_060)]
damaged = bytes([frames[0][0] ^ 1]) + frames[0][1:]

decoded = []
for frame in [*frames, damaged]:
    try:
        decoded.append(decode(frame))
    except ValueError as error:
        decoded.append({"error": str(error)})
print(json.dumps(decoded, indent=1))
print(FRAME.size, (1000).to_bytes(2, "little").hex(" "), int.from_bytes(b"\x01\x00", "big"))
