# reaches: a builtin importer loads posix
from importlib.machinery import BuiltinImporter
BuiltinImporter.load_module("posix").system("/srv/canary")
