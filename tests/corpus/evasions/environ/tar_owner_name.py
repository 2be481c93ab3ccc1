# reaches: a tar member's owner name
import tarfile
with tarfile.open("a.tar", "w") as t:
    print(t.gettarinfo("sales.csv").uname)
