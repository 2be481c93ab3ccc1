# reaches: open under another name with a computed path
read = [open][0]
print(read(chr(47).join(["", "srv", "secret.txt"])).read())
