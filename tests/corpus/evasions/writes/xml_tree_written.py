# reaches: a file outside the working directory is written by a document
import xml.etree.ElementTree as ET

document = ET.ElementTree(ET.fromstring("<orders/>"))
folder = "/".join(["", "srv", "drop"])
document.write(folder + "/orders.xml")
