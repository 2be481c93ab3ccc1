# reaches: runpy executes the main module inside an archive
import runpy
runpy.run_path("tools.zip")
