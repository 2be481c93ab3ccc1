# reaches: subprocess.run
import subprocess
subprocess.run(["/srv/canary"], check=True)
