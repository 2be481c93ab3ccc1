# reaches: a dotted import with an alias binds the inner module
import importlib.machinery as machines
machines.BuiltinImporter.load_module("posix").system("/srv/canary")
