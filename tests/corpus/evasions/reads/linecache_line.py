# reaches: linecache.getline
import linecache
print(linecache.getline("/srv/secret.txt", 1))
