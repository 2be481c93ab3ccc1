# reaches: a thread's target is eval
import threading
t = threading.Thread(target=eval, args=(open("notes.txt").read(),))
t.start()
t.join()
