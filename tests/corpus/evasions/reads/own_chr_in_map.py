# reaches: a function named chr is mapped
def chr(n):
    return '/srv/secret.txt'


print(open(''.join(map(chr, [97]))).read())
