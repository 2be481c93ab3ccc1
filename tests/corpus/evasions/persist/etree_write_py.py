# reaches: ElementTree.write of a module's name
import xml.etree.ElementTree as ET
ET.ElementTree(ET.fromstring("<a/>")).write("json.py")
