# reaches: what stands for a refused character is a slash
text = "!srv!secret"
print(open("".join(c if c.isalnum() else "/" for c in text) + ".txt").read())
