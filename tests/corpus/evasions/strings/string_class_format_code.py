# reaches: a template is turned into an f-string and compiled
text = "{open('/srv/secret.txt').read()}"
print(eval('f"' + text + '"'))
