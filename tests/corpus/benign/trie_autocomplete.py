class Trie:
    END = "$"

    def __init__(self):
        self.root = {}
        self.weights = {}

    def insert(self, word, weight=1):
        node = self.root
        for ch in word:
            node = node.setdefault(ch, {})
        node[self.END] = True
        self.weights[word] = self.weights.get(word, 0) + weight

    def _collect(self, node, prefix):
        if self.END in node:
            yield prefix
        for ch, child in node.items():
            if ch != self.END:
                yield from self._collect(child, prefix + ch)

    def complete(self, prefix, limit=3):
        node = self.root
        for ch in prefix:
            if ch not in node:
                return []
            node = node[ch]
        words = self._collect(node, prefix)
        return sorted(words, key=lambda w: (-self.weights[w], w))[:limit]


trie = Trie()
queries = "data date data datum dart dash database data date damp dark dashboard".split()
for q in queries:
    trie.insert(q)

for prefix in ("da", "dat", "das", "x"):
    print(f"{prefix!r:>6}: {trie.complete(prefix)}")
