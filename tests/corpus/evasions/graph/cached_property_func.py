# reaches: a class attribute's func leads to globals
import ipaddress
ipaddress.IPv4Network.__mro__[2].__dict__["broadcast_address"].func.__globals__["__builtins__"]["__import__"]("os").system("/srv/canary")
