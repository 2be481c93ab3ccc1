# reaches: a thread calls the function with another path
import threading
def read(path="sales.csv"):
    print(open(path).read())
read("sales.csv")
t = threading.Thread(target=read, args=("/srv/secret.txt",))
t.start(); t.join()
