# reaches: a path is cut out by shlex
import shlex
print(open(shlex.split("cat /srv/secret.txt")[1]).read())
