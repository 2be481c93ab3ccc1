# reaches: ElementTree.write outside
import xml.etree.ElementTree as tree
tree.ElementTree(tree.Element("a")).write("/srv/drop/a.xml")
