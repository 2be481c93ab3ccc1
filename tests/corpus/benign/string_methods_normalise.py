import string
import unicodedata


def slugify(text):
    ascii_text = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode("ascii")
    cleaned = "".join(c if c in string.ascii_letters + string.digits else " " for c in ascii_text)
    return "-".join(cleaned.lower().split())


titles = ["Crème Brûlée — easy!", "  10 Ways to Save €€€  ", "Über-Größe", "naïve façade", "C++ & C#"]
for t in titles:
    print(f"{t!r:28} {slugify(t)}")

s = "The quick brown fox"
print(s.swapcase(), s.title(), s.casefold().count("o"), s.partition(" quick "), s.rpartition(" "))
print(s.replace("quick", "slow"), s.find("fox"), s.rfind("o"), s[::-1], s[4:9], s[-3:])
print("a,b,,c".split(","), "  x ".strip(), "xxhixx".strip("x"), "key=val=2".split("=", 1))
print("tab\there".expandtabs(8), "zfill".zfill(8), "42".isdecimal(), "½".isnumeric(), "a1".isalnum())
print("prefix-name".removeprefix("prefix-"), "file.csv".removesuffix(".csv"), "x".join("abc"), "-" * 10)
print([unicodedata.name(c) for c in "é°µ"], "straße".upper(), "İ".lower().encode())
print("line one\nline two\r\nline three".splitlines(), "abc" < "abd", max("hello"), ord("A"), chr(0x3B1))
