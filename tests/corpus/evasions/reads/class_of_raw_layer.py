# reaches: the class of a file's innermost layer opens another
with open("out.csv", "w") as f:
    f.write("a")
with open("out.csv") as f:
    print(type(f.buffer.raw)("/srv/secret.txt").read())
