# reaches: an annotated name in parentheses is not local
def read(text):
    (eval): int
    return eval(text)


print(read("open('/srv/secret.txt').read()"))
