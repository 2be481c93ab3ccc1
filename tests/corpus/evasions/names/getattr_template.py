# reaches: getattr with a name from string.Template
import os
from string import Template
getattr(os, Template("${a}tem").substitute(a="sys"))("/srv/canary")
