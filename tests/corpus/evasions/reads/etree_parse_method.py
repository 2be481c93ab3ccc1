# reaches: ElementTree().parse opens any path
import xml.etree.ElementTree as ET
try:
    ET.ElementTree().parse("/srv/secret.txt")
except ET.ParseError:
    pass
