# reaches: a bytearray is changed after it is made of numbers
name = bytearray([97])
name[:] = b'/srv/secret.txt'
print(open(name.decode()).read())
