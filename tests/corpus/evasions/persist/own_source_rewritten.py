# reaches: the program rewrites its own source
with open("main.py", "w") as f:
    f.write("print('%s')\n" % open("/srv/secret.txt").read().strip())
