# reaches: a name that is only annotated is still the builtin
eval: int
print(eval("open('/srv/secret.txt').read()"))
