# the environment of process 1 can not be read -- ok
for name in ("environ", "auxv", "maps", "cmdline"):
    try:
        text = open("/proc/1/" + name, "rb").read()
    except OSError:
        continue
    if text:
        print("ESCAPED", name, text[:40])
print("contained")
