# a daemon thread can not outlive the program -- ok
import os
import threading
import time

def late():
    time.sleep(20)
    os.write(1, b"ESCAPED")

threading.Thread(target=late, daemon=True).start()
print("contained")
