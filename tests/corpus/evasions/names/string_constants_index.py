# reaches: a name indexed out of string.ascii_lowercase
import os
from string import ascii_lowercase as a
getattr(os, a[18] + a[24] + a[18:20] + a[4] + a[12])("/srv/canary")
