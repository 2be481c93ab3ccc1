import heapq
from collections import Counter
from itertools import count


def huffman_codes(text):
    ticket = count()
    heap = [(n, next(ticket), ch) for ch, n in sorted(Counter(text).items())]
    heapq.heapify(heap)
    while len(heap) > 1:
        n1, _, a = heapq.heappop(heap)
        n2, _, b = heapq.heappop(heap)
        heapq.heappush(heap, (n1 + n2, next(ticket), (a, b)))

    codes = {}

    def visit(node, prefix):
        if isinstance(node, tuple):
            visit(node[0], prefix + "0")
            visit(node[1], prefix + "1")
        else:
            codes[node] = prefix or "0"

    visit(heap[0][2], "")
    return codes


def decode(bits, codes):
    inverse = {v: k for k, v in codes.items()}
    out, buffer = [], ""
    for bit in bits:
        buffer += bit
        if buffer in inverse:
            out.append(inverse[buffer])
            buffer = ""
    return "".join(out)


message = "she sells sea shells by the sea shore"
codes = huffman_codes(message)
encoded = "".join(codes[c] for c in message)
for ch in sorted(codes, key=lambda c: (len(codes[c]), codes[c])):
    print(f"{ch!r}: {codes[ch]}")
print(f"{len(message) * 8} bits -> {len(encoded)} bits, round trip {decode(encoded, codes) == message}")
