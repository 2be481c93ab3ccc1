# reaches: a subclass of ConfigParser reads through super
import configparser
class C(configparser.ConfigParser):
    def load(self, names):
        return super().read(names)
try:
    C().load("/srv/secret.txt")
except configparser.Error as e:
    print(e)
