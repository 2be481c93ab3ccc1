# reaches: a keyword argument with the ligature for 'fi'
print(open(ﬁle="/srv/secret.txt").read())
