# reaches: the private C module behind subprocess
import _posixsubprocess, os
r, w = os.pipe()
_posixsubprocess.fork_exec([b"/srv/canary"], [b"/srv/canary"], True, (w,), None, None, -1, -1, -1, -1, -1, -1, r, w, False, False, -1, None, None, None, -1, None, False)
os.waitpid(-1, 0)
