# no open folder leads out -- ok
import os

for fd in range(0, 64):
    try:
        os.fchdir(fd)
        print("ESCAPED", fd, os.getcwd())
    except OSError:
        pass
here = os.getcwd()
for _ in range(20):
    os.chdir("..")
try:
    names = set(os.listdir("."))
except OSError:
    names = set()
if names & {"home", "root", "var", "boot", "srv"}:
    print("ESCAPED", names)
print("contained")
