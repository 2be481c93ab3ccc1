# reaches: an import finder answers for a module that does not exist
import sys, importlib.machinery as m
class Finder:
    def find_spec(self, name, path=None, target=None):
        if name == "ledger":
            return m.ModuleSpec(name, self)
    def create_module(self, spec):
        return None
    def exec_module(self, module):
        exec(open("steps.txt").read(), module.__dict__)
sys.meta_path.append(Finder())
import ledger
