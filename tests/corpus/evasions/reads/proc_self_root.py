# reaches: a path through /proc/self/root
print(open("/proc/self/root/srv/secret.txt").read())
