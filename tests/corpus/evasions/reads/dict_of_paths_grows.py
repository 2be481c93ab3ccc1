# reaches: a dictionary of paths gets another one
FILES = {"a": "sales.csv"}
FILES["b"] = "/srv/secret.txt"
for k in FILES:
    text = open(FILES[k]).read()
print(text)
