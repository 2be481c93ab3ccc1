# reaches: a child prints the environment
import subprocess
print(subprocess.run(["env"], capture_output=True).stdout)
