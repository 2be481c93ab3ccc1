# reaches: a path through /proc/self/cwd
print(open("/proc/self/cwd/../srv/secret.txt").read())
