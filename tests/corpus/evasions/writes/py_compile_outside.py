# reaches: py_compile writes bytecode outside
import py_compile
py_compile.compile("notes.txt", cfile="/srv/drop/n.pyc")
