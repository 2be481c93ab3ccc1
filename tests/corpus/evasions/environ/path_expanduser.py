# reaches: the user's name from the password file
import pwd, os
print(pwd.getpwuid(os.getuid()))
