import bz2
import codecs
import email
import gc
import html.entities
import lzma
import shlex
import sys
import tracemalloc
import zlib
from email import policy
from email.utils import formataddr, parseaddr, parsedate_to_datetime

RAW = """From: =?utf-8?q?Mar=C3=ADa?= <maria@example.org>
To: stock@example.org
Date: Mon, 04 Mar 2024 09:30:00 +0100
Subject: order 'A 17' rush

--item "steel bolt" --count 40 --note 'by &lt;noon&gt;'
"""
tracemalloc.start()
message = email.message_from_string(RAW, policy=policy.default)
name, address = parseaddr(message["From"])
print(name, address, parsedate_to_datetime(message["Date"]).isoformat(), formataddr(("Stock", "stock@example.org")))
words = shlex.split(message.get_content())
print(words, shlex.join(words[:2]), shlex.quote("by noon"))
for entity in ("lt", "gt"):
    print(entity, chr(html.entities.name2codepoint[entity]))

body = (message.get_content() * 200).encode()
for label, packed, unpack in (("bz2", bz2.compress(body), bz2.decompress), ("lzma", lzma.compress(body), lzma.decompress),
                              ("zlib", zlib.compress(body), zlib.decompress)):
    assert unpack(packed) == body
    print(label, len(packed) < len(body) // 10)
print(codecs.encode("rush order", "rot13"), codecs.decode(codecs.encode(b"bolt", "hex"), "hex"))
try:
    bz2.decompress(b"not an archive")
except OSError:
    kind, error, _ = sys.exc_info()
    print(kind.__name__, error)
current, peak = tracemalloc.get_traced_memory()
tracemalloc.stop()
sys.set_int_max_str_digits(6000)
print(peak >= current, gc.collect() >= 0, sys.getrefcount(words) > 1, sys.intern("bolt"), len(str(7 ** 6000)))
