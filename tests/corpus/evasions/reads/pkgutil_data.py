# reaches: pkgutil.get_data with a climbing resource
import pkgutil
print(pkgutil.get_data("json", "../../../../srv/secret.txt"))
