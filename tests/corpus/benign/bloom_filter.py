import hashlib
import math


class BloomFilter:
    def __init__(self, expected, error_rate):
        self.size = math.ceil(-expected * math.log(error_rate) / math.log(2) ** 2)
        self.hashes = max(1, round(self.size / expected * math.log(2)))
        self.bits = bytearray((self.size + 7) // 8)

    def _positions(self, item):
        digest = hashlib.md5(item.encode()).digest()
        a = int.from_bytes(digest[:8], "big")
        b = int.from_bytes(digest[8:], "big") | 1
        for i in range(self.hashes):
            yield (a + i * b) % self.size

    def add(self, item):
        for p in self._positions(item):
            self.bits[p // 8] |= 1 << (p % 8)

    def __contains__(self, item):
        return all(self.bits[p // 8] >> (p % 8) & 1 for p in self._positions(item))


members = [f"order-{i}" for i in range(500)]
bloom = BloomFilter(len(members), 0.02)
for m in members:
    bloom.add(m)

missed = [m for m in members if m not in bloom]
false_positives = sum(f"invoice-{i}" in bloom for i in range(5000)) / 5000
print(f"{bloom.size} bits, {bloom.hashes} hashes, {sum(b.bit_count() for b in bloom.bits) / bloom.size:.1%} set")
print(f"missed: {len(missed)}, false positives: {false_positives:.2%}")
