# reaches: glob's results are set through a slice
import glob
names = glob.glob("*.csv")
names[:] = ["/srv/secret.txt"]
for name in names:
    text = open(name).read()
print(text)
