import base64, hashlib, hmac, secrets, uuid, binascii, zlib
def key_for(record: dict) -> str:
    blob = "|".join(f"{k}={record[k]}" for k in sorted(record)).encode()
    return hashlib.sha256(blob).hexdigest()[:12]
print(key_for({"b": 1, "a": 2}), hashlib.new("md5", b"x").hexdigest(), hashlib.blake2b(b"x", digest_size=4).hexdigest())
sig = hmac.new(b"k", b"msg", hashlib.sha1).digest()
print(base64.urlsafe_b64encode(sig).rstrip(b"=").decode(), hmac.compare_digest(sig, sig), base64.b32encode(b"hi"), base64.b85decode(base64.b85encode(b"yo")))
print(uuid.uuid5(uuid.NAMESPACE_DNS, "example.org"), uuid.UUID(int=5).hex, len(secrets.token_hex(8)), secrets.choice([7]), len(str(uuid.uuid4())))
print(binascii.hexlify(b"ab"), binascii.crc32(b"ab"), zlib.adler32(b"ab"), zlib.decompress(zlib.compress(b"abc" * 9))[:3], hashlib.sha256().block_size)
