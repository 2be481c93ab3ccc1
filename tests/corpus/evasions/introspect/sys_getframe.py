# reaches: sys._getframe leads to builtins
import sys
sys._getframe().f_builtins["eval"](open("notes.txt").read())
