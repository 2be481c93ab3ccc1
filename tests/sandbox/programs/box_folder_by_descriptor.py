# a descriptor of a folder says where a relative name lies -- ok
# with: guard modules=os results=*.csv,out/*.csv
import os

os.mkdir("out")
folder = os.open("out", os.O_RDONLY)
open("a.csv", "w").close()
os.rename("a.csv", "b.csv", dst_dir_fd=folder)
os.remove("b.csv", dir_fd=folder)
print("contained")
