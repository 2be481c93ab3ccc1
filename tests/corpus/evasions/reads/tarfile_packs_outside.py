# reaches: a foreign file packed into an archive and read from it
import tarfile
with tarfile.open("all.tar", "w") as t:
    t.add("/srv/secret.txt")
print(tarfile.open("all.tar").extractfile("srv/secret.txt").read())
