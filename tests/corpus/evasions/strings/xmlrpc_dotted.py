# reaches: xmlrpc resolves a dotted attribute by text
import contextlib
from xmlrpc.server import resolve_dotted_attribute
resolve_dotted_attribute(contextlib, "os.system")("/srv/canary")
