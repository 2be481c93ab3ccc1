# reaches: traceback carries linecache, which reads any file's lines
import traceback
print(traceback.linecache.getline("/srv/secret.txt", 1))
