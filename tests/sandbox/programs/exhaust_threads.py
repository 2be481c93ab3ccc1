# threads end at their limit -- ok
import threading
import time

started = 0
try:
    for _ in range(500):
        threading.Thread(target=time.sleep, args=(20,), daemon=True).start()
        started += 1
except RuntimeError:
    pass
print("ESCAPED" if started > 40 else "contained", started)
