# reaches: getattr with a rot13 name
import os, codecs
getattr(os, codecs.decode("flfgrz", "rot13"))("/srv/canary")
