# reaches: canonicalize from a file
import xml.etree.ElementTree as ET
try:
    ET.canonicalize(from_file="/etc/passwd")
except ET.ParseError:
    pass
