import string
from itertools import cycle


class Vigenere:
    alphabet = string.ascii_uppercase

    def __init__(self, key: str):
        if not key.isalpha():
            raise ValueError("key must consist of letters")
        self.shifts = [self.alphabet.index(c) for c in key.upper()]

    def _apply(self, text: str, sign: int) -> str:
        shifts = cycle(self.shifts)
        out = []
        for ch in text:
            if ch.upper() in self.alphabet:
                moved = self.alphabet[(self.alphabet.index(ch.upper()) + sign * next(shifts)) % 26]
                out.append(moved if ch.isupper() else moved.lower())
            else:
                out.append(ch)
        return "".join(out)

    def encrypt(self, text: str) -> str:
        return self._apply(text, 1)

    def decrypt(self, text: str) -> str:
        return self._apply(text, -1)


def index_of_coincidence(text):
    letters = [c for c in text.upper() if c.isalpha()]
    n = len(letters)
    return sum(k * (k - 1) for k in (letters.count(c) for c in set(letters))) / (n * (n - 1))


with open("essay.txt") as f:
    plain = f.read()

cipher = Vigenere("delta")
secret = cipher.encrypt(plain)
print(secret[:60].replace("\n", " "))
print("round trip:", cipher.decrypt(secret) == plain)
print(f"coincidence: plain {index_of_coincidence(plain):.4f}, secret {index_of_coincidence(secret):.4f}")
for period in range(3, 8):
    letters = [c for c in secret.upper() if c.isalpha()]
    mean = sum(index_of_coincidence("".join(letters[i::period])) for i in range(period)) / period
    print(period, f"{mean:.4f}", "<--" if mean > 0.06 else "")
try:
    Vigenere("k3y")
except ValueError as e:
    print(e)
