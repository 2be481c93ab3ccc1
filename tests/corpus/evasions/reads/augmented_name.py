# reaches: a name is lengthened in a loop
path = '.'
for part in ['.', '/srv', '/secret.txt']:
    path += part
print(open(path).read())
