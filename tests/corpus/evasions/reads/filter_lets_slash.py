# reaches: the characters that are let through hold slashes
text = "!!/!srv!/!secret"
print(open("".join(c for c in text if c.isalnum() or c in "/") + ".txt").read())
