# reaches: runpy executes a file
import runpy
runpy.run_path("notes.txt")
