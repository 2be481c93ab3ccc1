# reaches: lzma carries io
import lzma
print(lzma.io.open_code("/srv/secret.txt").read())
