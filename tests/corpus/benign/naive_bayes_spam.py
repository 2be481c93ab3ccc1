import math
import re
from collections import Counter, defaultdict

TRAINING = [
    ("spam", "win money now click here to win"),
    ("spam", "cheap offer limited time click now"),
    ("spam", "you have won a free prize claim now"),
    ("ham", "meeting moved to monday at ten"),
    ("ham", "please send the report before the meeting"),
    ("ham", "are you free for lunch on monday"),
    ("ham", "the time of the offer letter is fine"),
]


class NaiveBayes:
    def __init__(self, alpha=1.0):
        self.alpha = alpha
        self.words = defaultdict(Counter)
        self.documents = Counter()
        self.vocabulary = set()

    @staticmethod
    def tokens(text):
        return re.findall(r"\w+", text.lower())

    def fit(self, examples):
        for label, text in examples:
            self.documents[label] += 1
            self.words[label].update(self.tokens(text))
        self.vocabulary = set().union(*self.words.values())
        return self

    def log_scores(self, text):
        total = sum(self.documents.values())
        scores = {}
        for label, counts in self.words.items():
            denominator = sum(counts.values()) + self.alpha * len(self.vocabulary)
            scores[label] = math.log(self.documents[label] / total) + sum(
                math.log((counts[w] + self.alpha) / denominator) for w in self.tokens(text) if w in self.vocabulary
            )
        return scores

    def predict(self, text):
        scores = self.log_scores(text)
        best = max(scores, key=scores.get)
        norm = sum(math.exp(s - scores[best]) for s in scores.values())
        return best, 1 / norm


nb = NaiveBayes().fit(TRAINING)
for text in ("claim your free money", "monday lunch meeting", "free time on monday now"):
    label, p = nb.predict(text)
    print(f"{text:<26} {label:<5} p={p:.3f}")
