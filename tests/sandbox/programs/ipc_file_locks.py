# locks on shared files carry no message to another run -- ok
import fcntl

f = open("/usr/lib/python3.11/os.py", "rb")
try:
    fcntl.flock(f, fcntl.LOCK_EX | fcntl.LOCK_NB)
    print("ESCAPED flock")
except OSError:
    pass
for command in (1024, 1026):  # F_SETLEASE, F_NOTIFY
    try:
        fcntl.fcntl(f, command, 0)
        print("ESCAPED", command)
    except OSError:
        pass
print("contained")
