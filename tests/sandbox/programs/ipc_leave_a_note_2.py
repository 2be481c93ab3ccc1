# nothing stays for the next run (second half) -- ok
import os

for folder in ("/tmp", "/dev/shm", "/box", "/var/tmp", "/run"):
    if os.path.exists(os.path.join(folder, "note-for-the-next-run")):
        print("ESCAPED", folder)
print("contained")
