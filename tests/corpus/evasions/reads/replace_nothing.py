# reaches: replace() of the empty text
print(open('.'.replace('', '/') + 'srv/secret.txt').read())
