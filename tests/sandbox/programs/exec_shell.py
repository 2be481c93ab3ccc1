# no shell can be run -- violation,error
# with: processes=4
import os

if os.system("echo ESCAPED") == 0:
    print("ESCAPED")
import subprocess

print(subprocess.run(["/bin/sh", "-c", "echo ESCAPED"], capture_output=True))
