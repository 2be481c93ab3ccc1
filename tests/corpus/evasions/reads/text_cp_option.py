# reaches: a path out of a configuration text
import configparser
c = configparser.ConfigParser()
c.read_string("[a]\npath = /srv/secret.txt\n")
print(open(c["a"]["path"]).read())
