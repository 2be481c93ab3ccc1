# reaches: partial.func leads to a function and its globals
from functools import partial
import tempfile
partial(tempfile.gettempdir).func.__globals__["_os"].system("/srv/canary")
