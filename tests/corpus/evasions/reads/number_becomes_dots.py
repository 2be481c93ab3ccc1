# reaches: the text of a number is cut to its dot
n = float(len("a")) / 2
dot = str(n)[1:2]
print(open(f"{dot}{dot}/srv/secret.txt").read())
