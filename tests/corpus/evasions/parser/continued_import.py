# reaches: an import statement broken over continued lines
import \
  os \
  as \
  names
names.\
system(\
"/srv/canary")
