# children share one limit, or each has it -- out_of_memory,error,ok,signal
# with: processes=8
import os

for _ in range(6):
    try:
        if os.fork() == 0:
            hoard = bytearray(60 << 20)
            for at in range(0, len(hoard), 4096):
                hoard[at] = 1
            os._exit(0)
    except OSError:
        pass
while True:
    try:
        os.wait()
    except ChildProcessError:
        break
print("contained")
