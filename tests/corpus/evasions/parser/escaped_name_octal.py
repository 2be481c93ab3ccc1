# reaches: a name for getattr in octal escapes
import os
getattr(os, "\163y\163te\155")("/srv/canary")
