# threads count as well -- cpu_limit
# with: cpu_ms=400 wall_ms=20000
import hashlib
import threading

def burn():
    block = bytes(1 << 20)
    while True:
        hashlib.sha256(block)

for _ in range(4):
    threading.Thread(target=burn).start()
