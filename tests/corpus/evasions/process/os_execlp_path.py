# reaches: os.execlp searches a changed PATH
import os
os.environ["PATH"] = "/srv:/usr/bin:/bin"
os.execlp("canary", "canary")
