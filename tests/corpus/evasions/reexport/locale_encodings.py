# reaches: locale to encodings to sys
import locale
locale.encodings.sys.modules["builtins"].eval(open("notes.txt").read())
