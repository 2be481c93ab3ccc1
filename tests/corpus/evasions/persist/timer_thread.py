# reaches: a timer runs text after the program's last line
import threading
threading.Timer(0.1, exec, (open("steps.txt").read(),)).start()
