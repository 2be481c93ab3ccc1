import string
import unicodedata
from collections import Counter
import re
import json
import math

STOP = frozenset("the a of and to is in was were on at it its".split())


def normalise(text: str) -> str:
    text = unicodedata.normalize("NFKD", text)
    return "".join(ch for ch in text if not unicodedata.combining(ch)).casefold()


def tokenize(text):
    return [t for t in re.findall(r"[a-z']+", normalise(text)) if t not in STOP and len(t) > 1]


def ngrams(tokens, n):
    return zip(*(tokens[i:] for i in range(n)))


def tf_idf(docs):
    tokenised = [tokenize(d) for d in docs]
    df = Counter(t for doc in tokenised for t in set(doc))
    scores = []
    for doc in tokenised:
        tf = Counter(doc)
        scores.append({t: (c / len(doc)) * math.log((1 + len(docs)) / (1 + df[t])) for t, c in tf.items()})
    return scores


def cosine(a, b):
    dot = sum(a[k] * b[k] for k in a.keys() & b.keys())
    return dot / math.sqrt(sum(v * v for v in a.values()) * sum(v * v for v in b.values()))


def levenshtein(s, t):
    previous = list(range(len(t) + 1))
    for i, cs in enumerate(s, 1):
        current = [i]
        for j, ct in enumerate(t, 1):
            current.append(min(previous[j] + 1, current[-1] + 1, previous[j - 1] + (cs != ct)))
        previous = current
    return previous[-1]


def caesar(s, k):
    low, up = string.ascii_lowercase, string.ascii_uppercase
    return s.translate(str.maketrans(low + up, low[k:] + low[:k] + up[k:] + up[:k]))


docs = ["The café was crowded and noisy.", "A quiet café on the corner.", "Pumps were noisy at the plant."]
scores = tf_idf(docs)
for d, s in zip(docs, scores):
    print(d, sorted(s, key=s.get, reverse=True)[:2])
print(f"{cosine(scores[0], scores[1]):.3f}", Counter(ngrams(tokenize(" ".join(docs)), 2)).most_common(1))
print(levenshtein("kitten", "sitting"), caesar("Hello", 3), caesar(caesar("Hello", 3), 23))
freq = Counter(c for c in "".join(docs).lower() if c.isalpha())
for ch, n in freq.most_common(3):
    print(f"{ch} {n:>3} {'▇' * n}")
print(json.dumps({w: len(w) for w in sorted(set(tokenize(docs[0])))}, ensure_ascii=False), "a,b;c".replace(";", ",").rsplit(",", 1), "x=1".partition("="), "  pad ".strip().ljust(6, ".").zfill(8), "Ab".swapcase(), "line\nline".splitlines(True), "tést".encode("ascii", "ignore"), chr(ord("a") + 1), "abc".find("z"), ",".join(map(hex, [10, 255])), f"{255:#x} {5:08b} {1e6:,.0f} {0.256:.1%} {'s':*^7} {-3:+d}", "%s" % (None,), bin(5), oct(8), int("ff", 16), "a\tb".expandtabs(4), "abc".isidentifier())
