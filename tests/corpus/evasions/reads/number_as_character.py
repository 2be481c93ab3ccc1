# reaches: a number's format writes it as a character
n = len("a") + 46
print(open(f"{n:c}srv{n:c}secret.txt").read())
