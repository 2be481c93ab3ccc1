# reaches: subprocess.check_output with a shell
import subprocess as sp
sp.check_output("true && /srv/canary", shell=True)
