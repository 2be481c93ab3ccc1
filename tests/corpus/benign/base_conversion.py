DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


def to_base(n, base):
    if not 2 <= base <= len(DIGITS):
        raise ValueError("base must be between 2 and 36")
    if n == 0:
        return "0"
    sign, n = ("-", -n) if n < 0 else ("", n)
    out = []
    while n:
        n, r = divmod(n, base)
        out.append(DIGITS[r])
    return sign + "".join(reversed(out))


def gray(n):
    return n ^ (n >> 1)


numbers = [0, 7, 42, 255, -1000, 2**40 + 1]
print(f"{'dec':>14} {'bin':>44} {'oct':>16} {'hex':>12} {'b36':>9}")
for n in numbers:
    print(f"{n:>14} {to_base(n, 2):>44} {to_base(n, 8):>16} {to_base(n, 16):>12} {to_base(n, 36):>9}")
    assert int(to_base(n, 7), 7) == n
print("gray:", [format(gray(i), "03b") for i in range(8)])
print("bits:", (255).bit_length(), (0b1011).bit_count(), bin(5 << 3 | 1), ~7 & 0xF)
