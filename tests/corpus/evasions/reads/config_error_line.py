# reaches: ConfigParser.read by keyword shows a foreign line in its error
import configparser
c = configparser.ConfigParser()
try:
    c.read(filenames=["/srv/secret.txt"])
except configparser.Error as e:
    print(e)
