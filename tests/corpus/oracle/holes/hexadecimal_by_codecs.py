# reaches: a file by a changed name, codecs decodes hexadecimal digits
import codecs

name = codecs.decode(b"2f7372762f7365637265742e747874", "hex").decode()
print(open(name).read())
