# nor by another name of open -- violation
# with: guard
import io

print("ESCAPED", io.FileIO("/usr/lib/python3.11/os.py").read(10))
