"""Orders as an XML document: written, looked at, read back."""
import os
import xml.etree.ElementTree as ET

import pandas as pd

root = ET.Element("orders", year="2024")
for number, (customer, amount) in enumerate([("Vogel", 120.5), ("Amari", 80), ("Vogel", 19.25)], 1):
    order = ET.SubElement(root, "order", id=str(number))
    ET.SubElement(order, "customer").text = customer
    ET.SubElement(order, "amount").text = f"{amount:.2f}"
tree = ET.ElementTree(root)
ET.indent(tree)
tree.write("orders.xml", encoding="utf-8", xml_declaration=True)
print(os.stat("orders.xml").st_size > 100)

orders = ET.parse("orders.xml").getroot()
frame = pd.DataFrame(
    [{"customer": o.findtext("customer"), "amount": float(o.findtext("amount"))} for o in orders.iter("order")])
print(frame.groupby("customer")["amount"].sum().to_dict())
print(frame["amount"].map(type).value_counts().to_dict())
with open("orders.txt", "w") as out:
    for customer in sorted(frame.customer.unique()):
        out.write(customer + "\n")
print(open("orders.txt").read().split())
