# reaches: a function is called under another name
def read(path):
    return open(path).read()
read("sales.csv")
again = [read]
print(again[0]("/srv/secret.txt"))
