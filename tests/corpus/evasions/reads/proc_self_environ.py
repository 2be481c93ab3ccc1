# reaches: the process's environment file
print(open("/proc/self/environ").read())
