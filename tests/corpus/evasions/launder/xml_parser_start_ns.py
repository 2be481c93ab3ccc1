# reaches: an XML parser calls start_ns of its target
import xml.etree.ElementTree as ET
class T:
    def start_ns(self, prefix, uri):
        open(uri, 'w')
    def close(self):
        pass
t = T()
t.start_ns('a', 'x.txt')
p = ET.XMLParser(target=t)
p.feed('<a xmlns="/srv/drop/p.csv"/>')
p.close()
