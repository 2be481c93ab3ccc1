# nothing stays for the next run (first half) -- ok
import os

for folder in ("/tmp", "/dev/shm", "/box", "/var/tmp", "/run"):
    try:
        with open(os.path.join(folder, "note-for-the-next-run"), "w") as f:
            f.write("secret")
    except OSError:
        pass
print("contained")
