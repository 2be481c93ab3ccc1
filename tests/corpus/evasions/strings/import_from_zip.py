# reaches: a module is imported from an archive in the working directory
import sys
sys.path.insert(0, "tools.zip")
import tidy
