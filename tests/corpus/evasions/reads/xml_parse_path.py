# reaches: ElementTree.parse opens a foreign path
import xml.etree.ElementTree as tree
try:
    tree.parse("/srv/secret.txt")
except tree.ParseError as e:
    print(e)
