# reaches: an element's equality clears the tree
import xml.etree.ElementTree as ET
class E(ET.Element):
    def __eq__(self, other):
        root.clear()
        return False
    __hash__ = None
root = ET.Element('r')
root.append(E('a'))
for i in range(200):
    root.append(E('a'))
root.remove(ET.Element('b'))
print(len(root))
