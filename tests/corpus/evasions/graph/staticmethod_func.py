# reaches: a class dictionary's static method leads to globals
import tempfile
tempfile.TemporaryDirectory.__dict__["_cleanup"].__func__.__globals__["_os"].system("/srv/canary")
