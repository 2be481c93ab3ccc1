# a thread that calls getattr with no frame of the program -- violation
# with: guard attributes modules=threading rule=attribute.dunder
import threading

class Name(str):
    pass

t = threading.Thread(target=setattr, args=(threading, "_x", 1))
u = threading.Thread(target=getattr, args=(lambda: 0, "__glob" + "als__"))
u.start()
u.join()
print("ESCAPED")
