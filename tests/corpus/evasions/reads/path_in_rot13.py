# reaches: a path in rot13
import codecs
print(open(codecs.decode("/fei/frperg.gkg", "rot13")).read())
