# reaches: what a minus gives is read as a file's name
import configparser


class Part:
    def __neg__(self):
        return '/srv/secret.txt'


c = configparser.ConfigParser()
try:
    c.read(-Part())
except configparser.Error as e:
    print(e)
