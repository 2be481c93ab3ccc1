# threads that print while the program ends do not hold it -- ok,output_limit,error,wall_timeout,cpu_limit
# with: wall_ms=4000
import threading

def shout():
    while True:
        try:
            print("x")
        except Exception:
            pass

for _ in range(4):
    threading.Thread(target=shout, daemon=True).start()
print("contained")
