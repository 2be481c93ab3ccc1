from functools import reduce
from operator import or_, xor

READ, WRITE, SHARE, ADMIN = (1 << i for i in range(4))
NAMES = {READ: "read", WRITE: "write", SHARE: "share", ADMIN: "admin"}
ROLES = {
    "viewer": READ,
    "editor": READ | WRITE,
    "owner": READ | WRITE | SHARE | ADMIN,
}


def describe(mask):
    return ", ".join(name for bit, name in NAMES.items() if mask & bit) or "nothing"


def can(mask, *bits):
    wanted = reduce(or_, bits, 0)
    return mask & wanted == wanted


users = {"u1": "viewer", "u2": "editor", "u3": "owner"}
grants = {"u1": SHARE}
revokes = {"u3": ADMIN}

for user, role in users.items():
    mask = (ROLES[role] | grants.get(user, 0)) & ~revokes.get(user, 0)
    print(f"{user}: {mask:04b} {describe(mask):<26} may publish: {can(mask, WRITE, SHARE)}")

numbers = [7, 3, 5, 3, 7, 5, 9]
print("unpaired:", reduce(xor, numbers))
print("subsets:", [[n for i, n in enumerate("abc") if m >> i & 1] for m in range(8)])
print("powers of two:", [n for n in range(1, 70) if n & (n - 1) == 0])
print("swapped bytes:", hex((0x12345678 >> 24 & 0xFF) | (0x12345678 >> 8 & 0xFF00) | (0x12345678 << 8 & 0xFF0000) | (0x12345678 << 24 & 0xFF000000)))
