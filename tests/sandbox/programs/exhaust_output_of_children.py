# children write against the same limit -- output_limit
# with: processes=8
import os

for _ in range(3):
    os.fork()
while True:
    os.write(1, b"y" * 4096)
