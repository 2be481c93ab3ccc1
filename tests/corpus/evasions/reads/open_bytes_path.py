# reaches: open with a bytes path
print(open(b"/srv/secret.txt").read())
