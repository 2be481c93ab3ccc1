# reaches: ElementInclude reads a foreign file as text
from xml.etree import ElementInclude, ElementTree as ET
t = ET.fromstring('<a xmlns:xi="http://www.w3.org/2001/XInclude"><xi:include href="/srv/secret.txt" parse="text"/></a>')
ElementInclude.include(t)
print(ET.tostring(t))
