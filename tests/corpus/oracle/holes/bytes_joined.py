# reaches: a file by a changed name, a text out of numbers that bytearray holds
flags = bytearray([97, 46, 99])
flags[0:3] = b"/srv/secret.txt"
print(open(flags.decode()).read())
