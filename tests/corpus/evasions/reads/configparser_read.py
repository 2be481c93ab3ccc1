# reaches: configparser reads a foreign file and shows its line in the error
import configparser
try:
    configparser.ConfigParser().read("/srv/secret.txt")
except configparser.Error as e:
    print(e)
