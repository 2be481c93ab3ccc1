# reaches: bytes joined and decoded give the path
parts = [b"", b"srv", b"secret.txt"]
print(open(b"/".join(parts).decode()).read())
