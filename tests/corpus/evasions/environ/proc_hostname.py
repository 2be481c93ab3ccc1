# reaches: the host's name from the kernel's file
print(open("/proc/sys/kernel/hostname").read())
