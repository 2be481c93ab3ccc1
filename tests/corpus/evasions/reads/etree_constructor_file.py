# reaches: an ElementTree made from a file
import xml.etree.ElementTree as ET
try:
    ET.ElementTree(file="/etc/passwd")
except ET.ParseError:
    pass
