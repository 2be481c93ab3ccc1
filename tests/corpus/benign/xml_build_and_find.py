import xml.etree.ElementTree as ET
root = ET.Element("library", version="1")
for i, (t, y) in enumerate([("A", 1999), ("B", 2005)]):
    b = ET.SubElement(root, "book", id=str(i))
    ET.SubElement(b, "title").text = t
    ET.SubElement(b, "year").text = str(y)
ET.indent(root)
xml = ET.tostring(root, encoding="unicode")
print(xml)
tree = ET.fromstring(xml)
for b in tree.iter("book"):
    print(b.get("id"), b.findtext("title"), b.find("year").text, b.attrib, b.tag)
print([e.text for e in tree.findall("./book[@id='1']/title")], len(list(tree)))
try:
    ET.fromstring("<a><b></a>")
except ET.ParseError as e:
    print("parse error", e.position)
