# reaches: a class calls os.system before it binds os to None
import os
class C:
    os.system('/srv/canary')
    os = None
