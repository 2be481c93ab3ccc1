# reaches: a private name of threading leads to sys and the builtins
import threading
threading._sys.modules["builtins"].eval(open("notes.txt").read())
