import json
import math
from collections import Counter

docs = {
    "d1": "the pump failed because the bearing was worn",
    "d2": "bearing wear caused a pump failure",
    "d3": "the invoice was paid late",
    "d4": "late payment of the pump invoice",
}


def tf(text):
    words = text.split()
    return {w: c / len(words) for w, c in Counter(words).items()}


df = Counter(w for text in docs.values() for w in set(text.split()))
idf = {w: math.log((1 + len(docs)) / (1 + n)) + 1 for w, n in df.items()}
vectors = {name: {w: f * idf[w] for w, f in tf(text).items()} for name, text in docs.items()}


def cosine(a, b):
    dot = sum(a[w] * b[w] for w in a.keys() & b.keys())
    norm = math.sqrt(sum(v * v for v in a.values())) * math.sqrt(sum(v * v for v in b.values()))
    return dot / norm


names = sorted(docs)
pairs = sorted(((round(cosine(vectors[a], vectors[b]), 4), a, b) for i, a in enumerate(names) for b in names[i + 1:]), reverse=True)
print(json.dumps({"pairs": pairs[:3], "keywords": {n: max(sorted(v), key=v.get) for n, v in vectors.items()}}))
