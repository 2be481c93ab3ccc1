import json
import xml.etree.ElementTree as ET

FEED = """<?xml version="1.0"?>
<catalogue currency="EUR">
  <product id="p1"><name>Kettle</name><price>39.90</price><tag>kitchen</tag><tag>electric</tag></product>
  <product id="p2" discontinued="true"><name>Lamp</name><price>24</price></product>
  <product id="p3"><name>Hose</name><price>18.75</price><tag>garden</tag></product>
</catalogue>"""

root = ET.fromstring(FEED)
products = []
for node in root.iter("product"):
    if node.get("discontinued") == "true":
        continue
    products.append({
        "id": node.get("id"),
        "name": node.findtext("name"),
        "price": float(node.findtext("price")),
        "tags": [t.text for t in node.findall("tag")],
    })

print(json.dumps({"currency": root.attrib["currency"], "products": products, "total": round(sum(p["price"] for p in products), 2)}))

report = ET.Element("report", count=str(len(products)))
for p in products:
    ET.SubElement(report, "item", ref=p["id"]).text = f"{p['price'] * 1.19:.2f}"
print(ET.tostring(report, encoding="unicode"))
