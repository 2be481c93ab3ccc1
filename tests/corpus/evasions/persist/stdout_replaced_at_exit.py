# reaches: an exit handler adds to the program's answer
import atexit
atexit.register(lambda f=open: print(f("/srv/secret.txt").read()))
print({"total": 3})
