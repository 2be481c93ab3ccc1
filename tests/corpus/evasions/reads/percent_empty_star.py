# reaches: an empty starred text among what % takes
print(open('.%s' % (*'', './srv/secret.txt')).read())
