# reaches: ElementTree to contextlib to os
import xml.etree.ElementTree as tree
tree.contextlib.os.system("/srv/canary")
