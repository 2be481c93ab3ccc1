# the interpreter and its library can not be changed -- ok
import os

changed = []
for path in ("/app/python", "/app/init", "/usr/lib/python3.11/os.py", "/etc/ld.so.cache"):
    for act in (lambda: os.close(os.open(path, os.O_RDWR)), lambda: os.unlink(path), lambda: os.chmod(path, 0o777),
                lambda: os.rename(path, path + "x"), lambda: os.truncate(path, 0), lambda: os.utime(path)):
        try:
            act()
            changed.append(path)
        except OSError:
            pass
print("ESCAPED" if changed else "contained", changed)
