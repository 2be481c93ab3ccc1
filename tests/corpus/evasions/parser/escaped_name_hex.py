# reaches: a name for getattr in hexadecimal escapes
import os
getattr(os, "\x73\x79\x73\x74\x65\x6d")("/srv/canary")
