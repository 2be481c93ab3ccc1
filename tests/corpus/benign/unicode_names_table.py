import unicodedata

for ch in "é½Ωß":
    print(repr(ch), unicodedata.name(ch), unicodedata.category(ch), unicodedata.normalize("NFD", ch).encode("ascii", "ignore"))
words = ["Éclair", "zebra", "apple", "Ökonom"]
print(sorted(words, key=lambda w: unicodedata.normalize("NFKD", w).casefold()))
