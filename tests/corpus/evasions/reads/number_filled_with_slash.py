# reaches: a number's format fills with a slash
n = len("a")
print(open(f"..{n:/>2}"[:3] + "srv/secret.txt").read())
