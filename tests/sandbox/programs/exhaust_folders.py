# folders count as inodes -- file_limit,error
import os

for i in range(100000):
    os.mkdir("d")
    os.chdir("d")
print("ESCAPED")
