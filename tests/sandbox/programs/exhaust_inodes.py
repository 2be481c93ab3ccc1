# empty files end at the limit of inodes -- file_limit
import os

for i in range(100000):
    os.close(os.open(f"/tmp/{i}", os.O_CREAT | os.O_WRONLY))
print("ESCAPED")
