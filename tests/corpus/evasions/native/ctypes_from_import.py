# reaches: a library loaded through cdll's attribute access
from ctypes import cdll
cdll.LoadLibrary("libc.so.6").system(b"/srv/canary")
