# the kernel settings can not be written -- ok
import os

done = []
for folder, _, files in os.walk("/proc/sys"):
    for name in files:
        try:
            os.close(os.open(os.path.join(folder, name), os.O_WRONLY))
            done.append(name)
        except OSError:
            pass
try:
    with open("/proc/sys/kernel/core_pattern", "w") as f:
        f.write("|/tmp/x")
    done.append("core_pattern")
except OSError:
    pass
for name in ("/proc/sysrq-trigger", "/proc/self/oom_score_adj", "/proc/1/oom_score_adj", "/proc/self/mem"):
    try:
        os.close(os.open(name, os.O_WRONLY))
        done.append(name)
    except OSError:
        pass
print("ESCAPED" if done else "contained", done)
