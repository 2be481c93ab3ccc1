# reaches: base64 ends at its padding
import base64
import os

print(open(os.path.join(base64.b64decode('Li4=Zm9v').decode(), 'srv', 'secret.txt')).read())
