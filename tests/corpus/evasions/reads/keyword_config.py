# reaches: ConfigParser.read is given its files by keyword
import configparser
c = configparser.ConfigParser()
print(c.read(filenames="/srv/secret.txt"))
