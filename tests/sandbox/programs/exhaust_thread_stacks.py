# huge stacks for threads end at the memory's bound -- ok,error,out_of_memory
import threading

threading.stack_size(1 << 28)
stop = threading.Event()
started = 0
try:
    for _ in range(64):
        threading.Thread(target=stop.wait, daemon=True).start()
        started += 1
except (RuntimeError, MemoryError, ValueError):
    pass
stop.set()
print("ESCAPED" if started > 32 else "contained", started)
