# reaches: a function named chr is joined
def chr(n):
    return '/srv/secret.txt'


print(open(''.join(chr(n) for n in [97])).read())
