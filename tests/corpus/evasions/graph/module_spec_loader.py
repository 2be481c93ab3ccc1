# reaches: the loader in a module's __spec__ reads any file
import json
print(json.__spec__.loader.get_data("/srv/secret.txt"))
