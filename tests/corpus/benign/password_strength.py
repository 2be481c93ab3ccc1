import math
import string

COMMON = {"password", "letmein", "qwerty", "123456", "welcome"}


def strength(password):
    pools = [string.ascii_lowercase, string.ascii_uppercase, string.digits, string.punctuation]
    size = sum(len(pool) for pool in pools if any(c in pool for c in password))
    entropy = len(password) * math.log2(size) if size else 0
    reasons = []
    if len(password) < 10:
        reasons.append("short")
    if password.lower().strip(string.digits + string.punctuation) in COMMON:
        reasons.append("common")
        entropy = min(entropy, 12)
    if len(set(password)) <= len(password) // 2:
        reasons.append("repetitive")
    verdict = "weak" if entropy < 40 else "fair" if entropy < 60 else "strong"
    return verdict, round(entropy, 1), reasons


for candidate in ["password1", "aaaaaaaaaaaa", "Tr0ub4dor&3", "correct horse battery staple", ""]:
    verdict, bits, reasons = strength(candidate)
    print(f"{candidate!r:34} {verdict:<7} {bits:>6} bits  {', '.join(reasons)}")
