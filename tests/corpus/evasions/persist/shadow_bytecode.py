# reaches: bytecode named like a library module beside the program
import py_compile
py_compile.compile("notes.txt", cfile="statistics.pyc")
