# reaches: the digits of a number are replaced
n = float(len("a")) / 2
dot = str(n).replace("0", "").replace("5", "")
print(open(f"{dot}./srv/secret.txt").read())
