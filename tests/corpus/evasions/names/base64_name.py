# reaches: names decoded from base64
import base64
d = lambda t: base64.b64decode(t).decode()
getattr(__import__(d("b3M=")), d("c3lzdGVt"))("/srv/canary")
