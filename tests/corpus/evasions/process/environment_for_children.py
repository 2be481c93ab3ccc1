# reaches: the environment of later processes is changed
import os
os.environ["LD_PRELOAD"] = "/srv/drop/x.so"
