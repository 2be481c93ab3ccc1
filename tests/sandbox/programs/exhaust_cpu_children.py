# the CPU time of children counts -- cpu_limit
# with: cpu_ms=400 wall_ms=20000 processes=8
import os

for _ in range(3):
    os.fork()
while True:
    pass
