# even the interpreter can not be started again -- violation
import os

os.execv("/app/python", ["/app/python", "0" * 64, "pure"])
