MORSE = {
    "A": ".-", "B": "-...", "C": "-.-.", "D": "-..", "E": ".", "F": "..-.", "G": "--.", "H": "....", "I": "..",
    "J": ".---", "K": "-.-", "L": ".-..", "M": "--", "N": "-.", "O": "---", "P": ".--.", "Q": "--.-", "R": ".-.",
    "S": "...", "T": "-", "U": "..-", "V": "...-", "W": ".--", "X": "-..-", "Y": "-.--", "Z": "--..",
    "0": "-----", "1": ".----", "2": "..---", "5": ".....",
}
REVERSE = {code: letter for letter, code in MORSE.items()}


def encode(text):
    return " / ".join(" ".join(MORSE[c] for c in word if c in MORSE) for word in text.upper().split())


def decode(code):
    return " ".join("".join(REVERSE[c] for c in word.split()) for word in code.split(" / "))


def duration(code):
    """Length in units: dot 1, dash 3, gap 1, between letters 3, between words 7."""
    total = 0
    for w, word in enumerate(code.split(" / ")):
        total += 7 if w else 0
        for l, letter in enumerate(word.split()):
            total += 3 if l else 0
            total += sum(1 if s == "." else 3 for s in letter) + len(letter) - 1
    return total


message = "Send 125 valves"
code = encode(message)
print(code)
print(decode(code))
print(duration(code), "units,", round(duration(code) * 1.2 / 15, 2), "s at 15 words per minute")
shortest = sorted(MORSE, key=lambda c: (duration(MORSE[c]), c))[:5]
print("shortest:", shortest)
