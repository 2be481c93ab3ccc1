# reaches: a piece of a text that is cut has the slashes
text = "name;/srv/secret.txt"
print(open(text.split(";")[1]).read())
