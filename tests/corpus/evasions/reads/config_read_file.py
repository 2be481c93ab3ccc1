# reaches: read_file over an open file, whose error tells the line
import configparser
c = configparser.RawConfigParser()
try:
    c.read_file(open("/srv/secret.txt"))
except configparser.Error as e:
    print(e)
