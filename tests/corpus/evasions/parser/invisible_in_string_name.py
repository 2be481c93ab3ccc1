# reaches: a name is cleaned of zero-width characters before use
import os
getattr(os, "sys​tem".replace("\u200b", ""))("/srv/canary")
