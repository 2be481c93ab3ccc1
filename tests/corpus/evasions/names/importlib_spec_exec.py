# reaches: a module spec built by hand runs a file
import importlib.util as u
from importlib.machinery import SourceFileLoader
spec = u.spec_from_loader("notes", SourceFileLoader("notes", "notes.txt"))
spec.loader.exec_module(u.module_from_spec(spec))
