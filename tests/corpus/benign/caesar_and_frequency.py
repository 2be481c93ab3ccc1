import string
from collections import Counter

ENGLISH = dict(zip("etaoinshrdlu", [12.7, 9.1, 8.2, 7.5, 7.0, 6.7, 6.3, 6.1, 6.0, 4.3, 4.0, 2.8]))


def shift(text, k):
    lower = string.ascii_lowercase
    upper = string.ascii_uppercase
    table = str.maketrans(lower + upper, lower[k:] + lower[:k] + upper[k:] + upper[:k])
    return text.translate(table)


def score(text):
    letters = [c for c in text.lower() if c.isalpha()]
    counts = Counter(letters)
    return sum(ENGLISH.get(c, 0) * n for c, n in counts.items()) / len(letters)


secret = shift("Meet me at the old mill when the bells ring seven", 17)
print("cipher text:", secret)
guesses = sorted(((score(shift(secret, 26 - k)), k) for k in range(26)), reverse=True)
for s, k in guesses[:3]:
    print(f"key {k:>2} score {s:.2f}: {shift(secret, 26 - k)}")
