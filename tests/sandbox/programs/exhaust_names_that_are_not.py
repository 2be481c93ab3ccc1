# asking for a million files that are not there ends -- ok,cpu_limit,wall_timeout
# with: cpu_ms=1000 wall_ms=2500
import os

for i in range(1000000):
    os.path.exists(f"/tmp/{i:0200}")
print("contained")
