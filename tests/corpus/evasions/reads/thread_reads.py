# reaches: a thread opens the path that it is given
import threading
out = []


def work(path):
    out.append(open(path).read())


t = threading.Thread(target=work, args=("/srv/secret.txt",))
t.start()
t.join()
print(out)
