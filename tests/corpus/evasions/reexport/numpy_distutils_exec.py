# reaches: numpy.distutils runs commands
from numpy.distutils import exec_command
exec_command.subprocess.call("/srv/canary")
