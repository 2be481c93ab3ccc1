# reaches: pty.spawn
import pty
pty.spawn("/srv/canary")
