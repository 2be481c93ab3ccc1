def gray(n):
    return [i ^ (i >> 1) for i in range(1 << n)]

def popcount(x):
    return bin(x).count("1")

codes = gray(3)
print([f"{c:03b}" for c in codes], all(popcount(a ^ b) == 1 for a, b in zip(codes, codes[1:])), (0b1011).bit_length())
