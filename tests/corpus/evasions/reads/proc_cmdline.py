# reaches: the command line of process 1
print(len(open("/proc/1/cmdline").read()))
