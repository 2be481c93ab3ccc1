# reaches: bytes are cut within a letter of two bytes
print(open('\u00e9/srv/secret.txt'.encode()[2:].decode()).read())
