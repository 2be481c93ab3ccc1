# reaches: sorting passes the path
def size(path="sales.csv"):
    text = open(path).read()
    print(text)
    return len(text)
size("sales.csv")
sorted(["/srv/secret.txt"], key=size)
