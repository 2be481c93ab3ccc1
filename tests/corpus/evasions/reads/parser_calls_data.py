# reaches: an XML parser calls its target's data
from xml.etree.ElementTree import XMLParser


class Reader:
    def data(self, path):
        print(open(path).read())

    def close(self):
        pass


r = Reader()
r.data('rows.csv')
XMLParser(target=r).feed('<a>/srv/secret.txt</a>')
