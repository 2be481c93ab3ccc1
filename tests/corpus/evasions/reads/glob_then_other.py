# reaches: glob's results are joined with another
import glob
names = glob.glob("*.csv")
names.append("/srv/secret.txt")
for name in names:
    text = open(name).read()
print(text)
