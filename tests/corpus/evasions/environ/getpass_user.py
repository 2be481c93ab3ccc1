# reaches: getpass.getuser
import getpass
print(getpass.getuser())
