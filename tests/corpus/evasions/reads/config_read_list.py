# reaches: ConfigParser.read with a list of files
import configparser
c = configparser.ConfigParser()
try:
    c.read(["settings.ini", "/srv/secret.txt"])
except configparser.Error as e:
    print(e)
