import re


def luhn_ok(number: str) -> bool:
    digits = [int(c) for c in re.sub(r"[\s-]", "", number)]
    total = 0
    for i, d in enumerate(reversed(digits)):
        if i % 2:
            d = d * 2 - 9 if d > 4 else d * 2
        total += d
    return total % 10 == 0


def iban_ok(iban: str) -> bool:
    compact = iban.replace(" ", "").upper()
    if not re.fullmatch(r"[A-Z]{2}\d{2}[A-Z0-9]{11,30}", compact):
        return False
    rearranged = compact[4:] + compact[:4]
    return int("".join(str(int(c, 36)) for c in rearranged)) % 97 == 1


def isbn13_ok(isbn: str) -> bool:
    digits = [int(c) for c in isbn if c.isdigit()]
    return len(digits) == 13 and sum(d * (3 if i % 2 else 1) for i, d in enumerate(digits)) % 10 == 0


checks = [
    (luhn_ok, "4539 1488 0343 6467"), (luhn_ok, "8273 1232 7352 0569"),
    (iban_ok, "GB82 WEST 1234 5698 7654 32"), (iban_ok, "GB82 WEST 1234 5698 7654 33"), (iban_ok, "nonsense"),
    (isbn13_ok, "978-0-306-40615-7"), (isbn13_ok, "978-0-306-40615-1"),
]
for check, value in checks:
    print(f"{check.__name__:<10} {value:<30} {'valid' if check(value) else 'INVALID'}")
