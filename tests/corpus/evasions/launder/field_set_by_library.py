# reaches: a library sets a field of an object that it finds in another
import xml.etree.ElementTree as ET
import os.path
class Child:
    def __init__(self):
        self.tail = ' '
    def __len__(self):
        return 0
    def show(self):
        print(open(os.path.join('sales.csv', self.tail.strip())).read())
class Root:
    text = ''
    def __init__(self, c):
        self.c = c
    def __len__(self):
        return 1
    def __iter__(self):
        return iter([self.c])
    def __getitem__(self, i):
        return self.c
c = Child()
ET.indent(Root(c), space='/srv/secret.txt')
c.show()
