# no descriptor of the host is open -- ok
import os
import stat

for fd in range(3, 256):
    try:
        st = os.fstat(fd)
    except OSError:
        continue
    if stat.S_ISDIR(st.st_mode) or stat.S_ISREG(st.st_mode) or stat.S_ISSOCK(st.st_mode):
        print("ESCAPED", fd, st)
print("contained")
