# working folder, /tmp and /dev/shm share one bound -- ok
import os

total = 0
for folder in ("/tmp", "/dev/shm", "."):
    for i in range(64):
        try:
            with open(os.path.join(folder, f"fill{i}"), "wb") as f:
                f.write(bytes(1 << 20))
            total += 1
        except OSError:
            break
for folder in ("/tmp", "/dev/shm", "."):
    for i in range(64):
        try:
            os.unlink(os.path.join(folder, f"fill{i}"))
        except OSError:
            pass
print("ESCAPED" if total > 9 else "contained", total)
