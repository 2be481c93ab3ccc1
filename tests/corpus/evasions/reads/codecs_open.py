# reaches: codecs.open
import codecs
print(codecs.open("/srv/secret.txt", encoding="utf-8").read())
