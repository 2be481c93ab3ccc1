# reaches: a parser of dates asks an object for a zone
from dateutil import parser
class Zones:
    def __contains__(self, name):
        return True
    def get(self, name):
        print(open("/srv/" + "secret.txt").read())
        return None
parser.parse("2024-01-01 10:00 XYZ", tzinfos=Zones())
