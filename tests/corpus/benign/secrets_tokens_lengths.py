import hashlib
import hmac
import secrets
import uuid

token = secrets.token_hex(8)
salt = b"fixed"
digest = hashlib.pbkdf2_hmac("sha256", b"password", salt, 1000).hex()
print(len(token), digest[:12], hmac.compare_digest(digest, digest), uuid.uuid5(uuid.NAMESPACE_DNS, "example.org"))
print(hmac.new(b"k", b"message", hashlib.sha256).hexdigest()[:10], len(secrets.choice(["ab", "cd"])))
