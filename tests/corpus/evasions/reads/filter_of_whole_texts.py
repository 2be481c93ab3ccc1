# reaches: not characters but whole texts are asked whether they are no slash
parts = ["/srv/secret"]
print(open("".join(c for c in parts if c not in "/") + ".txt").read())
