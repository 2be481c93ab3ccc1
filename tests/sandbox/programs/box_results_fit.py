# files under the names that the policy lists are results -- ok
# with: guard modules=os results=*.csv,out/*
import os

os.mkdir("out")
for name in ("a.csv", "out/b.txt", "out/c.csv"):
    with open(name, "w") as f:
        f.write("x")
os.rename("a.csv", "d.csv")
os.remove("out/c.csv")
with open("/tmp/scratch.bin", "wb") as f:
    f.write(b"x")
print("contained", sorted(os.listdir("."))[0], os.path.getsize("d.csv"))
