# reaches: tabnanny reads any file
import tabnanny
tabnanny.check('/srv/secret.txt')
