# reaches: getattr with a reversed name
import os
getattr(os, "metsys"[::-1])("/srv/canary")
