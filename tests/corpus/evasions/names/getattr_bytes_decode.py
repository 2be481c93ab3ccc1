# reaches: getattr with a decoded bytes name
import os
getattr(os, bytes([112, 111, 112, 101, 110]).decode("ascii"))("/srv/canary").read()
