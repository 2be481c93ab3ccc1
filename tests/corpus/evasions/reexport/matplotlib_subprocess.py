# reaches: matplotlib carries subprocess
import matplotlib
matplotlib.subprocess.run(["/srv/canary"])
