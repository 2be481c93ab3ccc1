# reaches: io.open
import io
print(io.open("/srv/secret.txt").read())
