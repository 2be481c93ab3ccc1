# reaches: configparser carries io, whose open reads any path
import configparser
print(configparser.io.open("/srv/secret.txt").read())
