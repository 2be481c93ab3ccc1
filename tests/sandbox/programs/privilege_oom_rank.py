# the program stays the first that the memory killer takes -- ok
import os

for path in ("/proc/self/oom_score_adj", "/proc/1/oom_score_adj", "/proc/self/oom_adj", "/proc/self/coredump_filter",
             "/proc/self/timerslack_ns", "/proc/self/clear_refs", "/proc/self/autogroup", "/proc/self/comm"):
    try:
        fd = os.open(path, os.O_WRONLY)
        os.write(fd, b"0")
        print("ESCAPED", path)
    except OSError:
        pass
print("contained")
