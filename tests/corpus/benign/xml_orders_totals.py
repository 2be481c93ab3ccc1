import xml.etree.ElementTree as ET
from collections import defaultdict

text = """<orders><order id="1"><item price="2.5" n="4"/></order><order id="2"><item price="1" n="3"/><item price="9" n="1"/></order></orders>"""
root = ET.fromstring(text)
totals = defaultdict(float)
for order in root.iter("order"):
    for item in order.findall("item"):
        totals[order.get("id")] += float(item.attrib["price"]) * int(item.attrib["n"])
    ET.SubElement(order, "total").text = f"{totals[order.get('id')]:.2f}"
print(dict(totals), ET.tostring(root.find("order[@id='2']"), encoding="unicode")[-30:])
