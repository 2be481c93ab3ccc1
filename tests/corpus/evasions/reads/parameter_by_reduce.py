# reaches: reduce passes the path
import functools
def read(total, path="sales.csv"):
    return total + open(path).read()
read("", "sales.csv")
print(functools.reduce(read, ["/srv/secret.txt"], ""))
