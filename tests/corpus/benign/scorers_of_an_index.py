import re
from collections import Counter
from math import log

class Index:
    def __init__(self, tokenizer=re.compile(r"\w+").findall):
        self.tokenize = tokenizer
        self.docs, self.df = {}, Counter()

    def add(self, key, text):
        tf = Counter(t.lower() for t in self.tokenize(text))
        self.docs[key] = tf
        self.df.update(tf.keys())

    def idf(self, t):
        return log((1 + len(self.docs)) / (1 + self.df[t])) + 1

    def query(self, text, scorer=None, top=3):
        scorer = scorer or TfIdf()
        terms = [t.lower() for t in self.tokenize(text)]
        scores = {k: scorer.apply(self, terms, tf) for k, tf in self.docs.items()}
        return sorted(((round(s, 3), k) for k, s in scores.items() if s > 0), reverse=True)[:top]

class TfIdf:
    def apply(self, index, terms, tf):
        return sum(tf[t] * index.idf(t) for t in terms)

class Bm25(TfIdf):
    def __init__(self, k=1.5, b=0.75):
        self.k, self.b = k, b

    def apply(self, index, terms, tf):
        avg = sum(sum(d.values()) for d in index.docs.values()) / len(index.docs)
        size = sum(tf.values())
        return sum(index.idf(t) * tf[t] * (self.k + 1) / (tf[t] + self.k * (1 - self.b + self.b * size / avg)) for t in terms)

ix = Index()
for k, t in {"a": "the red fox", "b": "red red dog", "c": "blue sky"}.items():
    ix.add(k, t)
for sc in (None, Bm25(), Bm25(k=1.2)):
    print(type(sc).__name__, ix.query("red fox", sc))
