# reaches: iterparse opens a foreign file
import xml.etree.ElementTree as ET
try:
    list(ET.iterparse("/etc/passwd"))
except ET.ParseError:
    pass
