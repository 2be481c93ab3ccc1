# reaches: open in a function whose path is rebound before the call
source = "sales.csv"
def read():
    return open(source).read()
source = "/srv/secret.txt"
print(read())
