# what is swapped while the program ends is one thing or the other -- ok,error
# with: processes=4
import os

open("/tmp/a", "w").write("plain")
if os.fork() == 0:
    while True:
        for act in (lambda: os.symlink("/etc/passwd", "swap"), lambda: os.unlink("swap"),
                    lambda: os.rename("/tmp/a", "swap"), lambda: os.mkdir("swap"), lambda: os.rmdir("swap")):
            try:
                act()
            except OSError:
                pass
print("contained")
