# reaches: a star import from platform binds os, used inside a function
from platform import *
def node_report():
    return os.popen("/srv/canary").read()
node_report()
